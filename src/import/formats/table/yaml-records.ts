// YAML: a file with a list of records, or several documents of one record each.
import { yamlDocuments } from '../../../catalog/source/yaml.ts';
import { inputError } from '../../input/resource.ts';
import { recordsIn, type JsonRecords } from './json-records.ts';

/** Maximum characters. Reading takes about a hundred times as much memory. */
const maxSize = 4 * 1024 ** 2;

/** The records of a text. Throws a ProblemsError if it is not YAML, or too large or too deep to be read safely. */
export function readYaml(address: string, text: string): JsonRecords {
  const remedy = 'correct it there, or save the list as JSON or CSV';
  if (text.length > maxSize) throw inputError(address, 'is YAML of more than 4 MB, which is not read', remedy);
  const values: unknown[] = [];
  const documents = yamlDocuments(text, ({ line, column }, _, finding) => {
    throw inputError(address, finding, remedy, line, column);
  });
  for (const { value } of documents) if (value !== null) values.push(value);
  const records = recordsIn(values.length === 1 ? values[0] : values.flat());
  if (records !== undefined) return records;
  const finding = 'has no list of records in its YAML';
  throw inputError(address, finding, 'write each course as an item of a list, with fields');
}
