// Languages: each name becomes a folder and a segment of a URL, so it must be valid as both on every system.
import { reservedName } from '../paths.ts';
import { compareText } from '../text/problems.ts';
import { fieldOf } from './source/record.ts';
import { languageSchema } from './source/schema.ts';
import { escapeOf, quoteText } from '../text/quote.ts';
import type { ReferenceReader, SourcePosition } from './reference-reader.ts';

const forbidden = /[/\\?#%:*"<>|]/u;
const control = /\p{Cc}/u;
const maxBytes = 255;
/** The files with the list of languages, next to the folders of the languages. */
const listFiles = /^index\.(?:json|html)$/u;

/** Reads and checks the languages that courses may use; see `References`. */
export async function readLanguages(reader: ReferenceReader) {
  const byFold = new Map<string, { name: string; position: SourcePosition }>();
  const names = new Set<string>();
  const tags: (readonly [string, string])[] = [];
  for (const { file, record } of await reader.records('languages')) {
    const { value } = record;
    const isText = typeof value === 'string';
    const position = { file: file.path, record, path: isText ? [] : ['name'] };
    const fields = reader.parse({ ...position, path: [] }, '', languageSchema, isText ? { name: value } : value);
    // Whatever else is wrong with a language, courses may use its name.
    const { name, tag } = fields ?? { name: languageSchema.shape.name.safeParse(fieldOf(value, 'name')).data };
    if (name === undefined) {
      reader.incomplete.add('languages');
      continue;
    }
    const earlier = byFold.get(foldLanguage(name));
    const why = whyNoFolder(name);
    if (why !== undefined)
      reader.report(position, '', { rule: 'language-folder', finding: `language ${quoteText(name)} ${why}` });
    else if (earlier) {
      const { file: first, record: firstRecord, path } = earlier.position;
      const { line } = await firstRecord.position(path);
      const finding = `language ${quoteText(name)} already exists as ${quoteText(earlier.name)} (${first}:${line})`;
      const remedy = earlier.name === name ? { remedy: 'name it once' } : {};
      reader.report(position, '', { rule: 'language-duplicate', finding, ...remedy });
    } else byFold.set(foldLanguage(name), { name, position });
    names.add(name);
    if (typeof tag === 'string') tags.push([publishedLanguage(name), tag]);
  }
  return { languages: [...names].toSorted(compareText), languageTags: tags };
}

/** The name of a language as it is published: in Unicode NFC. */
export function publishedLanguage(written: string): string {
  return written.normalize('NFC');
}

/** Names that are equal in this form cannot both be folders on some systems. */
export function foldLanguage(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/** Says why the name of a list, such as a language, cannot be a folder; undefined if it can. */
export function whyNoFolder(name: string): string | undefined {
  if (name.trim() === '') return 'is empty';
  if (!name.isWellFormed()) return 'contains an unpaired surrogate';
  const character = control.exec(name)?.[0];
  if (character !== undefined) return `contains the control character ${escapeOf(character)}`;
  const sign = forbidden.exec(name)?.[0];
  if (sign !== undefined) return `contains the character ${sign}`;
  if (name.startsWith('.') || name.endsWith('.')) return 'begins or ends with a dot';
  if (name.trim() !== name) return 'begins or ends with a space';
  if (reservedName.test(name)) return 'is a name that Windows reserves';
  if (listFiles.test(foldLanguage(name))) return 'is the name of a file next to the folder';
  const bytes = Buffer.byteLength(publishedLanguage(name));
  if (bytes > maxBytes) return `has ${bytes} bytes, more than ${maxBytes}`;
  return undefined;
}
