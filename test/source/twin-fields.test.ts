// Fields that a JSON object names twice: each is reported where it stands, in every form of JSON, and nothing else is.
import fc from 'fast-check';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quoteText } from '../../src/problems.ts';
import { mayHaveTwins, twinProblems } from '../../src/source/twin-fields.ts';
import { reportOf } from '../check/report.ts';
import { inFolder, writeFiles } from '../folders.ts';

/** Texts full of what looks like names, and names that mean something to JavaScript. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom('":', '\\":', ':"', '"a":', '\\', '":\\', ' :', '", "id": 1', '{"id":', '\u2028":', 'é😀":'),
);
const name = fc.oneof(text, fc.constantFrom('id', 'title', '__proto__', 'constructor', ''));
const blank = fc.constantFrom('', '', '', ' ', '\t ', '\r\n');

interface Written {
  readonly text: string;
  /** The names that their object has already, in the order of the text. */
  readonly twins: readonly string[];
}

const scalar = fc
  .oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null))
  .map((value): Written => ({ text: JSON.stringify(value), twins: [] }));

const { anything } = fc.letrec<{ anything: Written; object: Written; array: Written }>((tie) => ({
  anything: fc.oneof({ depthSize: 'small' }, scalar, tie('object'), tie('array')),
  array: fc.tuple(fc.array(tie('anything'), { maxLength: 4 }), blank).map(([items, gap]) => ({
    text: `[${gap}${items.map((item) => item.text).join(`,${gap}`)}]`,
    twins: items.flatMap((item) => item.twins),
  })),
  object: fc.array(fc.tuple(name, blank, tie('anything'), blank), { maxLength: 6 }).map((fields) => {
    const seen = new Set<string>();
    const twins = fields.flatMap(([key, , { twins: inside }]) => {
      const own = seen.has(key) ? [key] : [];
      seen.add(key);
      return [...own, ...inside];
    });
    const written = fields.map(
      ([key, before, item, after]) => `${before}${JSON.stringify(key)}${after}:${before}${item.text}${after}`,
    );
    return { text: `{${written.join(',')}}`, twins };
  }),
}));

describe('fields that are there twice', () => {
  it('are told from all others, whatever the texts and names', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async ({ text: json, twins }) => {
        const found = await twinProblems(json, 'a.json', (position) => position);
        expect(found.map(({ finding }) => finding)).toEqual(
          twins.map((twin) => `the field ${quoteText(twin)} is there twice`),
        );
        expect(twins.length === 0 || mayHaveTwins(json, JSON.parse(json))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('are looked for only where a text has a quote and a colon beside its names', () => {
    const course = { id: 1, title: 'A "title": with \\ signs', tags: 'a: b, "c":', language: ['English', '"x":'] };
    for (const gap of [undefined, 1, '\t']) expect(mayHaveTwins(JSON.stringify(course, null, gap), course)).toBe(false);
    const tree = [{ id: 1, name: 'One', children: [{ id: 2, name: 'Two', children: [] }] }];
    expect(mayHaveTwins(JSON.stringify(tree), tree)).toBe(false);
    const begun = { title: ': a colon' };
    expect(mayHaveTwins(JSON.stringify(begun), begun)).toBe(true);
  });

  it('are reported beside what else is wrong, with their places', async () => {
    const course = (id: number) =>
      `{"id": ${id}, "title": "A", "linkurl": "https://example.org/${id}", "provider": 1, "language": "English", "date_published": "2020-01-01"`;
    await inFolder(async (folder) => {
      writeFiles(join(folder, 'data'), {
        'providers.ndjson': '{"id": 1, "name": "One"}\n{"id": 2, "name": "Two", "name" : "Zwei"}\n',
        'categories.json': '[{"id": 1, "name": "A", "children": [\n  {"id": 2, "id": 3, "name": "B"}]}]',
        'courses/a.ndjson': `${course(1)}}\n${course(2)}, "tags": "é", "t\\u0061gs": "", "id": 0}\n${course(3)}}\n`,
        'courses/b.json': `${course(4)}, "tags": "", "tags": ""}`,
        'courses/c.json': `[\n${Array.from({ length: 9000 }, (_, at) => course(at + 10)).join('},\n')}, "title": "B"}]`,
      });
      const lines = (await reportOf(folder)).split('\n').filter((line) => !line.startsWith('    '));
      expect(lines.slice(0, -1)).toEqual([
        'data/categories.json:2:13 the field "id" is there twice',
        'data/courses/a.ndjson:2:144 the field "tags" is there twice',
        'data/courses/a.ndjson:2:161 "id" is the number 0',
        'data/courses/a.ndjson:2:161 the field "id" is there twice',
        'data/courses/b.json:1:143 the field "tags" is there twice',
        'data/courses/c.json:9001:137 the field "title" is there twice',
        'data/providers.ndjson:2:26 the field "name" is there twice',
      ]);
    });
  });
});
