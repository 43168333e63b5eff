// References: the providers, categories and languages that courses may name, read and checked before any course is.
import type { Problem } from '../text/problems.ts';
import type { RecordKind, SourceFile } from './source/find.ts';
import { readCategories, type Category } from './categories.ts';
import { readLanguages } from './languages.ts';
import { readProviders, type Provider } from './providers.ts';
import { ReferenceReader } from './reference-reader.ts';

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
