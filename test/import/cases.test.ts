// Imports of files and hosts: each folder in `test/fixtures/import` is a case, of one step or several. Its `expected.txt` says what each step
// read, guessed, skipped and wrote, or why it was refused; `npx vitest run test/import/cases.test.ts -u` writes it anew. A spreadsheet is the
// folder of its parts, of which those that differ from the usual ones are there.
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readJsonSync } from 'fs-extra/esm';
import { expect } from 'vitest';
import type { ImportResult } from '../../src/import/import.ts';
import { ProblemsError } from '../../src/text/problems.ts';
import { customFields } from '../../src/options/custom-fields.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { filesIn } from '../incremental/scenario.ts';
import { emptyOds, stylesheet, workbook, zip } from './archives.ts';
import { importServed, runImport, type Chosen } from './imported.ts';

const cases = resolve('test/fixtures/import');

it.for(readdirSync(cases))('%s', async (name, { folder }) => {
  const steps = readdirSync(join(cases, name)).filter((one) => /^\d$/u.test(one));
  const reports: string[] = [];
  // One after the other, as each begins with what the one before left.
  for (const step of steps.length > 0 ? steps : ['']) reports.push(await reportOf(join(cases, name, step), folder));
  const text = reports.join('\n').replaceAll(`${folder}/`, '');
  await expect(text).toMatchFileSnapshot(join(cases, name, 'expected.txt'));
});

/** Imports the source of a step into `data` beside it: its only file, or what its `site` serves. */
async function reportOf(step: string, folder: string): Promise<string> {
  const { source, ...chosen } = optionsOf(step);
  const site = join(step, 'site');
  cpSync(step, folder, { recursive: true, filter: (path) => !/\/(?:site|options\.json|expected\.txt)$/u.test(path) });
  if (/\.(?:xlsx|ods)$/u.test(source) && statSync(join(folder, source)).isDirectory()) packSpreadsheet(folder, source);
  const before = textsIn(join(folder, 'data'));
  let address = 'BASE';
  const importing = existsSync(site)
    ? importServed(folder, Object.fromEntries(textsIn(site)), source, chosen, (base) => (address = base))
    : runImport(join(folder, source), join(folder, 'data'), chosen);
  const lines = await importing.then(async (done) => {
    const result = 'result' in done ? done.result : done;
    if (!existsSync(site) && before.size === 0) await expectSameByMap(result, folder, source, chosen);
    return linesOf(result);
  }, problemLinesOf);
  const texts = [...textsIn(join(folder, 'data'))].filter(([path, text]) => before.get(path) !== text);
  const written = texts.filter(([path]) => !path.startsWith('.')).map(([path, text]) => `${path}\n${text.trimEnd()}`);
  return `${[...lines, ...written].join('\n')}\n`.replaceAll(address, 'BASE');
}

/** What --dry-run prints as the map is the one that was used: with it the same files are written. */
async function expectSameByMap({ map, format }: ImportResult, folder: string, source: string, chosen: Chosen) {
  if (!['table', 'markdown', 'html'].includes(format)) return;
  writeFiles(folder, { 'map.txt': map });
  await runImport(join(folder, source), join(folder, 'again'), { ...chosen, map: join(folder, 'map.txt') });
  const coursesIn = (data: string) =>
    new Map([...textsIn(join(folder, data))].filter(([path]) => !path.startsWith('.')));
  expect(coursesIn('again'), map).toEqual(coursesIn('data'));
}

/** Puts the spreadsheet of some parts in the place of their folder. */
function packSpreadsheet(folder: string, source: string): void {
  const parts = Object.fromEntries(textsIn(join(folder, source)));
  const usual = source.endsWith('.ods')
    ? emptyOds
    : { ...workbook(''), ...('xl/styles.xml' in parts && stylesheet('')) };
  rmSync(join(folder, source), { recursive: true });
  writeFiles(folder, { [source]: zip({ ...usual, ...parts }) });
}

/** The options of a step; most tables name no provider and no language. */
function optionsOf(step: string): Chosen & { readonly source: string } {
  const source = readdirSync(step).find((name) => !['options.json', 'expected.txt', 'data'].includes(name)) ?? '';
  const file = join(step, 'options.json');
  const given: Record<string, unknown> = existsSync(file) ? readJsonSync(file) : { provider: 'P', language: 'English' };
  const { customFields: own = {}, ...others } = given;
  const entries = Object.entries(others).map(([name, value]) => [name, value ?? undefined]);
  return { source, fields: customFields.read(JSON.stringify(own)), ...Object.fromEntries(entries) };
}

const textsIn = (folder: string) => new Map(Array.from(filesIn(folder), ([path, bytes]) => [path, bytes.toString()]));

function linesOf({ format, formatReason, isComplete, plan, skipped, guessed, unusedColumns }: ImportResult): string[] {
  const { read, added, changed, missing, unchanged, repeated } = plan;
  const notes = [...skipped, ...guessed].map(
    ({ kind, reason, count, examples }) => `${kind}: ${count} ${reason}: ${examples.join(', ')}`,
  );
  return [
    `${format}: ${formatReason}${isComplete ? '' : ', in part'}`,
    `${read} read, ${added.length} new, ${changed.length} changed, ${missing.length} gone, ${unchanged} same, ${repeated} repeated`,
    ...notes,
    ...(unusedColumns.length > 0 ? [`not used: ${unusedColumns.join(', ')}`] : []),
  ];
}

function problemLinesOf(error: unknown): string[] {
  if (!(error instanceof ProblemsError)) throw error;
  return error.problems.map(
    ({ file, position, rule, finding }) =>
      `${file}${position ? `:${position.line}:${position.column}` : ''} ${rule}: ${finding}`,
  );
}
