// References: the providers (specification 2.4), categories and languages that courses may name, read and checked before any course is.
import type { Problem } from '../problems.ts';
import type { RecordKind, SourceFile } from '../source/find.ts';
import { readCategories, type Category } from './categories.ts';
import { identityOf, ReferenceReader, type SourcePosition } from './reference-reader.ts';
import { readLanguages } from './languages.ts';
import { providerSchema } from '../source/schema.ts';

/** Plain data, so that it can be passed to other threads. */
export interface References {
  /** By ascending id. */
  readonly providers: readonly Provider[];
  /** In source order; within a file, each nested category follows its parent. */
  readonly categories: readonly Category[];
  /** The names that courses may use, as written, in code unit order; null if any name may be used. */
  readonly languages: readonly string[] | null;
  /** The language tags (BCP 47) in the source, by published name. */
  readonly languageTags: readonly (readonly [name: string, tag: string])[];
  /** Kinds that could not be read completely: references to them cannot be checked. */
  readonly incomplete: readonly RecordKind[];
}

export interface ReferencesWithProblems {
  readonly references: References;
  readonly referenceProblems: readonly Problem[];
}

/** Reads and checks the files of every kind but courses. */
export async function readReferences(files: readonly SourceFile[]): Promise<ReferencesWithProblems> {
  const reader = new ReferenceReader(files);
  const providers = await readProviders(reader);
  const categories = await readCategories(reader);
  const languageRecords = files.some(({ kind }) => kind === 'languages') ? await readLanguages(reader) : noLanguages;
  const references = { providers, categories, ...languageRecords, incomplete: [...reader.incomplete] };
  return { references, referenceProblems: await reader.problems() };
}

/** Without files of languages, any name may be used. */
const noLanguages = { languages: null, languageTags: [] };

interface Provider {
  readonly id: number;
  readonly name: string;
  readonly external_id: string;
  /** Its website; empty if unknown. */
  readonly url: string;
}

/** Reads and checks the providers, and returns those with a valid id, by ascending id. */
async function readProviders(reader: ReferenceReader): Promise<Provider[]> {
  const byId = new Map<number, { provider: Provider; position: SourcePosition }>();
  for (const { file, record } of await reader.records('providers')) {
    const position = { file: file.path, record, path: [] };
    const { id, subject } = identityOf(record.value, 'provider');
    const fields = reader.parse(position, subject, providerSchema, record.value);
    reader.reportUnpairedSurrogates(position, subject, fields);
    if (id === undefined) {
      reader.incomplete.add('providers');
      continue;
    }
    const { name = '', external_id = '', url = '' } = fields ?? {};
    const earlier = byId.get(id);
    if (earlier) await reader.reportDuplicate(position, subject, earlier.position);
    else byId.set(id, { provider: { id, name, external_id, url }, position });
  }
  return [...byId.values()].map(({ provider }) => provider).toSorted((a, b) => a.id - b.id);
}
