// Arbitrary source text: valid catalogs with anything in place of something, and bytes that are almost a catalog.
import fc from 'fast-check';
import type { Catalog } from './catalogs.ts';
import { anyCharacter } from '../helpers/characters.ts';
import { words } from '../helpers/words.ts';

export type SourceFiles = Record<string, string | Uint8Array>;

const fieldNames = fc.constantFrom(
  ...words`id name title linkurl provider language date_published description tags author categories children
  catalog_id external_id`,
);
const strangeNames = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'Title', 'parent', '', '0'),
  fc.string({ unit: anyCharacter, maxLength: 4 }),
);
/** Any UTF-16, unpaired surrogates included. */
const anyText = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 6 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.constantFrom('\uD800', 'a\uDFFF', 'English', 'CON', '..', 'a/b', '2024-02-30', '2024-01-01T00:00:00+15:00', '\0'),
  fc.constantFrom('x'.repeat(300), '\u0301', 'É', 'E\u0301', 'ENGLISH', 'constructor', '__proto__', '2024-05-28'),
);
const anyNumber = fc.oneof(
  fc.constantFrom('0', '-0', '1e400', '-1e400', '1e-400', '12345678901234567890', '9007199254740993', '1.5', '1E2'),
  fc.integer().map(String),
  fc.integer({ min: 1, max: 40 }).map(String),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
);

/** JSON text, since there is more of it than of values: huge numbers, duplicate names, `__proto__`. */
const { json: anyJson } = fc.letrec<{ json: string; leaf: string; array: string; object: string }>((tie) => ({
  json: fc.oneof({ maxDepth: 4, depthSize: 'small' }, tie('leaf'), tie('leaf'), tie('array'), tie('object')),
  leaf: fc.oneof(
    fc.constantFrom('null', 'true', 'false', '[]', '{}'),
    anyNumber,
    anyText.map((text) => JSON.stringify(text)),
    fc.constantFrom(1, 30, 20_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    fc.constantFrom(1, 3, 1000).map((depth) => '{"children":['.repeat(depth) + ']}'.repeat(depth)),
  ),
  array: fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
  object: fc
    .array(fc.tuple(fc.oneof(fieldNames, strangeNames), tie('json')), { maxLength: 4 })
    .map((fields) => objectOf(fields)),
}));

type Field = readonly [name: string, json: string];

type Change = (fields: readonly Field[]) => string;

const likely = fc.oneof(
  anyText.map((text) => JSON.stringify(text)),
  fc.array(anyText, { maxLength: 3 }).map((texts) => JSON.stringify(texts)),
  anyNumber,
  anyJson,
);

/** One change to the fields of a record, or to the record as a whole. */
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.nat(), likely).map(([at, json]) => replacing(at, json)) },
  { weight: 2, arbitrary: fc.tuple(fieldNames, likely).map((field) => adding(field)) },
  { weight: 1, arbitrary: fc.tuple(strangeNames, anyJson).map((field) => adding(field)) },
  { weight: 1, arbitrary: fieldNames.map((gone) => removing(gone)) },
  { weight: 1, arbitrary: anyJson.map((json) => () => json) },
);

function replacing(at: number, json: string): Change {
  return (fields) => objectOf(fields.map(([name, old], index) => [name, index === at % fields.length ? json : old]));
}

function removing(gone: string): Change {
  return (fields) => objectOf(fields.filter(([name]) => name !== gone));
}

function adding(field: Field): Change {
  return (fields) => objectOf([...fields, field]);
}

/** The files of a valid catalog with one or two records changed into anything. */
export function changed(catalog: Catalog): fc.Arbitrary<SourceFiles> {
  const kinds = [
    ['providers', catalog.providers],
    ['categories', catalog.categories],
    ['courses', catalog.courses],
    ...(catalog.languages ? [['languages', catalog.languages.map((name) => ({ name }))] as const] : []),
  ] as const;
  const edit = fc.record({ kind: fc.nat(), record: fc.nat(), change });
  const format = fc.constantFrom('json', 'ndjson', 'yaml');
  return fc
    .tuple(fc.array(edit, { maxLength: 2 }), fc.array(format, { minLength: 4, maxLength: 4 }))
    .map(([edits, formats]) => {
      const files: Record<string, string> = {};
      for (const [at, [kind, records]] of kinds.entries()) {
        const lines = records.map((one) => JSON.stringify(one));
        for (const { record, change: apply } of edits.filter((one) => one.kind % kinds.length === at)) {
          const index = record % (lines.length + 1);
          lines[index] = apply(
            Object.entries(records[index] ?? {}).map(([name, value]) => [name, JSON.stringify(value)]),
          );
        }
        files[`${kind}.${formats[at]}`] = textOf(lines, formats[at] ?? 'json');
      }
      return files;
    });
}

const fragments = fc.constantFrom(
  '{"id":1,"title":"A","linkurl":"a","provider":1,"language":"English","date_published":"2024-01-01"}',
  'id,title,linkurl,provider,language,date_published\n',
  '1,A,a,1,English,2024-01-01\n',
  '2,"B\n""b""",b,1,"English;French",2024-01-01\r\n',
  '- {id: 3, title: C, linkurl: c, provider: 1, language: English, date_published: 2024-01-01}\n',
  '- id: 4\n  title: &t |\n    D\n  linkurl: *t\n',
  '&a [*a]',
  '<<: *a\n',
  '!!binary "AA=="',
  '%YAML 1.1\n---\n',
  '...\n',
  '---\n',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '\n',
  '\r\n',
  '"',
  '\\u12',
  '\uFEFF',
  'null',
  ' ',
  '\t',
  '#',
  '\0',
  '1e999',
  '- ',
);

/** Bytes, mostly fragments of course files. */
export const nearlySource: fc.Arbitrary<Uint8Array> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fragments.map((text) => Buffer.from(text)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)) },
    ),
    { maxLength: 10 },
  )
  .map((pieces) => new Uint8Array(Buffer.concat(pieces)));

function textOf(lines: readonly string[], format: string): string {
  if (format === 'ndjson') return lines.join('\n');
  return format === 'json' || lines.length === 0
    ? `[${lines.join(',\n')}]`
    : lines.map((line) => `- ${line}\n`).join('');
}

function objectOf(fields: readonly Field[]): string {
  return `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}
