// The fields of the form in which people propose a course: their labels in the languages of pages, by which a filled form is read.
import type { LocaleTag } from '../../text/locales/tags.ts';
import { customFieldsOf, interfaceFields, pageFields, type FieldRow, type FieldTable } from '../../catalog/fields.ts';
import { findSource } from '../../catalog/source/find.ts';
import { readFile } from '../../catalog/source/read.ts';
import { fieldOf, type SourceRecord } from '../../catalog/source/record.ts';
import { courseFormat } from '../../catalog/source/schema.ts';
import { foldName } from '../values/texts.ts';

/**
 * The label of each field in a form. The description is the last: a text of several lines could hold the heading of a field after it. A
 * custom label that another field has in any language comes with the name of the field: by labels, a filled form is read.
 */
export function formLabels(locale: LocaleTag, table: FieldTable): ReadonlyMap<string, string> {
  const builtIn: Readonly<Record<string, FieldRow>> = { ...interfaceFields, ...pageFields };
  const all = Object.entries({ ...builtIn, ...table });
  const rows = all.filter(([name, { isInForm = name in table }]) => isInForm);
  const labelOf = (name: string, { labels, formLabels: { [locale]: label } = labels }: FieldRow) => {
    if (name in builtIn) return label;
    const taken = new Set(all.flatMap(([other, row]) => (other === name ? [] : namesOf(row))));
    let own = label;
    while (taken.has(foldName(own))) own = `${own} (${name})`;
    return own;
  };
  const isLast = ([, { kind }]: readonly [string, FieldRow]) => Number(kind === 'html');
  return new Map(rows.toSorted((a, b) => isLast(a) - isLast(b)).map(([name, row]) => [name, labelOf(name, row)]));
}

function namesOf({ labels, formLabels: inForm = labels }: FieldRow): string[] {
  return [labels, inForm].flatMap((ofField) => Object.values(ofField).map(foldName));
}

/** The page fields that a form asks for: custom fields, and those of a table that its courses have. What cannot be read in the folder, a check reports. */
export async function formFields(data: string, table: FieldTable): Promise<FieldTable> {
  const used = new Set(Object.keys(customFieldsOf(table)));
  const record = ({ value }: SourceRecord) => {
    for (const name of Object.keys(table)) if ((fieldOf(value, name) ?? '') !== '') used.add(name);
  };
  const { files } = await findSource(data);
  for (const file of files.filter(({ kind }) => kind === 'courses'))
    await readFile(file, courseFormat(table).fields, { record, problem: () => {} });
  return Object.fromEntries(Object.entries(table).filter(([name]) => used.has(name)));
}
