// The names of custom fields: each is refused with a reason, or it is found again in the import's map, the source, dumps, pages, search and addresses.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAddress } from '../../src/browser/course-list/address.ts';
import { linkhashOf } from '../../src/catalog/course.ts';
import { fieldNameFor, customFields } from '../../src/options/custom-fields.ts';
import { fieldPath, filterNames, fieldsPath, isFilterName } from '../../src/outputs/filters/file-format.ts';
import { UsageError } from '../../src/text/errors.ts';
import { runBuild } from '../build/run.ts';
import { linesIn } from '../dumps/read-back.ts';
import { inFolder } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { words } from '../helpers/words.ts';
import { importText, recordsIn } from '../import/imported.ts';

/** Names that something else has, somewhere. */
const tricky = words`id title provider level price key provider_url provider_name linkhash fields fee_currency currency
  language category provider year q sort page day ids sets courses kind words list limit query filters theme
  constructor __proto__ toString hasOwnProperty valueOf then length name size type value index con nul prototype
  select order group from hours pacing null true class action submit elements children url tag label image_2`;
const plainName = fc.stringMatching(/^[a-z][a-z0-9_]{0,39}$/u);
const anyName = fc.oneof(fc.constantFrom(...tricky), plainName, fc.string({ maxLength: 8 }));

function whyRefused(name: string): string | undefined {
  try {
    // As a literal, `__proto__` would be no field.
    customFields.read(`{${JSON.stringify(name)}: {"label": "x"}}`);
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.reasons.join('\n');
  }
}

const valueOf = (name: string, course: number) => `${name} of ${course}`;
const addressOf = (course: number) => `https://a.example/${course}`;

it('is refused with a reason and what to do, or is the same in every output', () =>
  forAll(
    { numRuns: 12, examples: [[tricky.slice(0, 40)], [tricky.slice(40)]] },
    [fc.uniqueArray(anyName, { minLength: 1, maxLength: 12 })],
    async (given) => {
      const names = given.filter((name) => {
        const why = whyRefused(name);
        if (why === undefined) return true;
        expect(why).toContain(JSON.stringify(name));
        expect(why).toMatch(/expected a to z, 0 to 9 and _|; take another, such as "/u);
        return false;
      });
      const fields = customFields.read(
        JSON.stringify({
          fee: { label: 'Fee', kind: 'price' },
          ...Object.fromEntries(names.map((name) => [name, { label: `Label ${name}`, filter: true }])),
        }),
      );
      await inFolder(async (folder) => {
        const rows = [1, 2].map((course) => [
          `Course ${course}`,
          addressOf(course),
          '10 EUR',
          ...names.map((name) => valueOf(name, course)),
        ]);
        const columns = ['Title', 'Url', 'Column of the fee', ...names.map((_, at) => `Column ${at}`)];
        const pairs = names.map((name, at) => `${name}=Column ${at}`);
        const { map } = await importText(
          folder,
          'list.csv',
          [columns, ...rows].map((row) => row.join(',')).join('\n'),
          {
            fields,
            provider: 'P',
            language: 'English',
            map: ['fee=Column of the fee', ...pairs].join(','),
          },
        );
        expect(map.split('\n')).toEqual(
          expect.arrayContaining(['title=Title', 'linkurl=Url', 'fee=Column of the fee', ...pairs]),
        );
        const said = Object.fromEntries(names.map((name) => [name, valueOf(name, 1)]));
        const [record] = recordsIn(folder);
        expect(record).toMatchObject({ id: 1, title: 'Course 1', linkurl: addressOf(1), fee: '10 EUR', ...said });

        const out = join(folder, 'dist');
        const chosen = { fields, pages: true, coursePages: true, dumps: ['csv', 'ndjson'] as const };
        await runBuild({ data: join(folder, 'data'), out, chosen });
        const at = (path: string) => readFileSync(join(out, path), 'utf8');
        const [csv] = parse(at('dumps/courses.csv'), { columns: true, bom: true });
        const cells = { fee: '10', fee_currency: 'EUR', ...said };
        expect(csv).toMatchObject({ id: '1', title: 'Course 1', provider: '1', linkurl: addressOf(1), ...cells });
        const [line = ''] = linesIn(join(out, 'dumps/courses.ndjson.gz'));
        const dumped = JSON.parse(line);
        expect(dumped.fields).toEqual({ ...said, fee: { amount: 10, currency: 'EUR' } });
        const page = at(`courses/${linkhashOf(addressOf(1))}/index.html`);
        for (const name of names) {
          expect(page).toMatch(new RegExp(`Label ${name}.*?${valueOf(name, 1)}`, 'su'));
          expect(existsSync(join(out, fieldPath(name)))).toBe(true);
          expect(
            JSON.parse(at(fieldPath(name)))
              .sets.flat()
              .toSorted(),
          ).toEqual([valueOf(name, 1), valueOf(name, 2)]);
          const asked = readAddress(`?${name}=x&q=sql&sort=newest&page=2&language=English`, {
            filters: [...filterNames, ...names],
            sorts: ['newest'],
            hasValue: (filter, value) => value === (isFilterName(filter) ? 'English' : 'x'),
          });
          const request = {
            query: 'sql',
            choices: [
              ['language', 'English'],
              [name, 'x'],
            ],
            sort: 'newest',
            page: 2,
          };
          expect(asked).toEqual({ request, ignored: [] });
        }
        const published: readonly { readonly name: string; readonly isFilterable: boolean }[] = JSON.parse(
          at(fieldsPath),
        );
        expect(published.filter(({ isFilterable }) => isFilterable).map(({ name }) => name)).toEqual(names);
      });
    },
  ));

it('the name that is proposed for one that is taken is free', () => {
  for (const name of tricky) expect(whyRefused(fieldNameFor(name, []))).toBeUndefined();
});
