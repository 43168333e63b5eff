// Duplicate fields of a JSON object: each is reported at its position, in every form of JSON, and nothing else is.
import fc from 'fast-check';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { mayHaveDuplicates, duplicateProblems } from '../../src/catalog/source/duplicate-fields.ts';
import { quoteText } from '../../src/text/quote.ts';
import { reportOf } from '../check/odd-catalog.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';

/** Texts full of what looks like fields, and names that have a meaning in JavaScript. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom('":', '\\":', ':"', '"a":', '\\', '":\\', ' :', '", "id": 1', '{"id":', '\u2028":', 'é😀":'),
);
const name = fc.oneof(text, fc.constantFrom('id', 'title', '__proto__', 'constructor', ''));
const blank = fc.constantFrom('', '', '', ' ', '\t ', '\r\n');

interface JsonText {
  readonly text: string;
  /** The duplicate names, in the order of the text. */
  readonly duplicates: readonly string[];
}

const scalar = fc
  .oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null))
  .map((value): JsonText => ({ text: JSON.stringify(value), duplicates: [] }));

const { anything } = fc.letrec<{ anything: JsonText; object: JsonText; array: JsonText }>((tie) => ({
  anything: fc.oneof({ depthSize: 'small' }, scalar, tie('object'), tie('array')),
  array: fc.tuple(fc.array(tie('anything'), { maxLength: 4 }), blank).map(([items, gap]) => ({
    text: `[${gap}${items.map((item) => item.text).join(`,${gap}`)}]`,
    duplicates: items.flatMap((item) => item.duplicates),
  })),
  object: fc.array(fc.tuple(name, blank, tie('anything'), blank), { maxLength: 6 }).map((fields) => {
    const seen = new Set<string>();
    const duplicates = fields.flatMap(([key, , { duplicates: inside }]) => {
      const own = seen.has(key) ? [key] : [];
      seen.add(key);
      return [...own, ...inside];
    });
    const written = fields.map(
      ([key, before, item, after]) => `${before}${JSON.stringify(key)}${after}:${before}${item.text}${after}`,
    );
    return { text: `{${written.join(',')}}`, duplicates };
  }),
}));

describe('duplicate fields', () => {
  it('are told apart from all others, whatever the texts and names', () =>
    forAll(500, [anything], async ({ text: json, duplicates }) => {
      const found = await duplicateProblems(json, 'a.json', (position) => position);
      expect(found.map(({ finding }) => finding)).toEqual(
        duplicates.map((duplicate) => `the field ${quoteText(duplicate)} occurs twice`),
      );
      expect(duplicates.length === 0 || mayHaveDuplicates(json, JSON.parse(json))).toBe(true);
    }));

  it('are searched for only if a text has a quote and a colon beside those of its names', () => {
    const course = { id: 1, title: 'A "title": with \\ signs', tags: 'a: b, "c":', language: ['English', '"x":'] };
    for (const gap of [undefined, 1, '\t'])
      expect(mayHaveDuplicates(JSON.stringify(course, null, gap), course)).toBe(false);
    const tree = [{ id: 1, name: 'One', children: [{ id: 2, name: 'Two', children: [] }] }];
    expect(mayHaveDuplicates(JSON.stringify(tree), tree)).toBe(false);
    const startsWithColon = { title: ': a colon' };
    expect(mayHaveDuplicates(JSON.stringify(startsWithColon), startsWithColon)).toBe(true);
  });

  it('are reported along with other problems, at their positions', async ({ folder }) => {
    const course = (id: number) =>
      `{"id": ${id}, "title": "A", "linkurl": "https://example.org/${id}", "provider": 1, "language": "English", "date_published": "2020-01-01"`;
    writeFiles(join(folder, 'data'), {
      'providers.ndjson': '{"id": 1, "name": "One"}\n{"id": 2, "name": "Two", "name" : "Zwei"}\n',
      'categories.json': '[{"id": 1, "name": "A", "children": [\n  {"id": 2, "id": 3, "name": "B"}]}]',
      'courses/a.ndjson': `${course(1)}}\n${course(2)}, "tags": "é", "t\\u0061gs": "", "id": 0}\n${course(3)}}\n`,
      'courses/b.json': `${course(4)}, "tags": "", "tags": ""}`,
      'courses/c.json': `[\n${Array.from({ length: 9000 }, (_, at) => course(at + 10)).join('},\n')}, "title": "B"}]`,
    });
    const lines = (await reportOf(folder)).split('\n').filter((line) => !line.startsWith('    '));
    expect(lines.slice(0, -1)).toEqual([
      'data/categories.json:2:13 the field "id" occurs twice',
      'data/courses/a.ndjson:2:144 the field "tags" occurs twice',
      'data/courses/a.ndjson:2:161 "id" is the number 0',
      'data/courses/a.ndjson:2:161 the field "id" occurs twice',
      'data/courses/b.json:1:143 the field "tags" occurs twice',
      'data/courses/c.json:9001:137 the field "title" occurs twice',
      'data/providers.ndjson:2:26 the field "name" occurs twice',
    ]);
  });
});
