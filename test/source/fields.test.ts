// The table of fields: what is written out beside it says the same.
import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, it } from 'vitest';
import type { FullCourse } from '../../src/api/records.ts';
import { interfaceFields, pageFields } from '../../src/catalog/fields.ts';

it('has a row for each field of a course in the interface that is not made of others', () => {
  type Made = 'linkhash' | 'provider_name' | 'categories_ids';
  expectTypeOf<keyof typeof interfaceFields>().toEqualTypeOf<Exclude<keyof FullCourse, Made>>();
});

it('is the table of courses in docs/source-format.md', () => {
  const [, rows = ''] = /^\| course (.*?)^\| language /msu.exec(readFileSync('docs/source-format.md', 'utf8')) ?? [];
  const documented = Array.from(rows.matchAll(/^(?:\| )?\| `(\w+)` \| (.*) \|$/gmu), ([, name, text = '']) => {
    return [name, !text.includes('optional')];
  });
  expect(documented).toEqual(
    Object.entries({ ...interfaceFields, ...pageFields }).map(([name, row]) => [name, 'isRequired' in row]),
  );
});
