// Owns the measurements of builds: into an empty folder, and over an earlier build with and without an edit.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { buildCommand, catalogOf, generator } from './commands.ts';
import { type Contender, count, measureInTurn, type Side, sidesOf } from './contenders.ts';
import type { Plan } from './plan.ts';
import { changeTitle } from './edits.ts';
import { memory, ratio } from './figures.ts';
import { measure, remove } from './measure.ts';
import { type Report, reportOf } from './report.ts';

type Options = (side: Side) => readonly string[];

const withPages: Options = () => [];
const withoutPages: Options = () => ['--no-site'];
const withJournal: Options = ({ folder }) => ['--journal', join(folder, 'journal'), '--at', '2026-11-23T09:00:00Z'];

/** Builds with each of the options that have a limit. */
export async function benchBuilds(plan: Plan): Promise<Report> {
  await makeCatalogs(plan);
  const start: Contender = { name: '`--version`', command: ({ bin }) => [bin, '--version'], times: 5, must: 1.05 };
  const plain: Contender = { ...cold('cold, `--no-site`', withoutPages), must: 1.05 };
  const dumps = cold('the same with all three dumps', () => ['--no-site', '--dumps', 'ndjson,csv,parquet']);
  const coursePages = cold('cold, `--course-pages`', () => ['--course-pages']);
  const journal = cold('cold, `--journal`', withJournal);
  const journalTitle = oneTitle(plan, 'the same, one title changed', withJournal);
  const site: Contender = { ...cold('cold', withPages), must: 1.05 };
  const unchanged = nothing(plan, 'nothing changed');
  const title: Contender = { ...oneTitle(plan, 'one title changed', withPages), must: 1.3 };
  const contenders = [start, plain, dumps, coursePages, journal, journalTitle, site, unchanged, title];
  const figures = [
    ratio('nothing changed ÷ cold', unchanged, site, 1.1),
    ratio('`--course-pages` ÷ without', coursePages, site, 2.4),
    ratio('`--no-site`, all three dumps ÷ without', dumps, plain, 2),
    ratio('`--journal` ÷ without', journal, site, 1.15),
    ratio('`--journal` ÷ without, one title changed', journalTitle, title, 1.15),
  ];
  return reportOf(figures, contenders, await measureInTurn(plan, contenders));
}

/** Builds a catalog that may need a disk, with the pages. */
export async function benchMillion(plan: Plan): Promise<Report> {
  await makeCatalogs(plan);
  const site = cold('cold', withPages);
  const contenders = [site, nothing(plan, 'nothing changed'), oneTitle(plan, 'one title changed', withPages)];
  const figures = [memory(`${count(plan.courses)} courses: peak memory`, site, 1200)];
  return reportOf(figures, contenders, await measureInTurn(plan, contenders));
}

/** Each side has a catalog of its own, which is edited. */
async function makeCatalogs(plan: Plan): Promise<void> {
  const made = catalogOf(plan.root, plan.courses);
  plan.progress(`generating ${count(plan.courses)} courses`);
  await measure(generator(plan.courses, made), plan.workspace);
  for (const side of sidesOf(plan)) if (side) cpSync(made, catalogIn(side), { recursive: true });
}

function cold(name: string, options: Options): Contender {
  const written = ['dist', 'journal'];
  return {
    name,
    prepare: async ({ folder }) => remove(...written.map((file) => join(folder, file))),
    command: (side) => buildOf(side, options),
  };
}

/** Over the build of the contender before. */
function nothing(plan: Plan, name: string): Contender {
  const prepare = async (side: Side) => bringUpToDate(plan, side, withPages);
  return { name, prepare, command: (side) => buildOf(side, withPages), must: 1.15 };
}

/** Over the build of the contender before, which has the same options. */
function oneTitle(plan: Plan, name: string, options: Options): Contender {
  const prepare = async (side: Side) => {
    await bringUpToDate(plan, side, options);
    changeTitle(catalogIn(side));
  };
  return { name, prepare, command: (side) => buildOf(side, options) };
}

/** Brings the output up to date. */
async function bringUpToDate({ workspace }: Plan, side: Side, options: Options): Promise<void> {
  await measure(buildOf(side, options), workspace);
}

function buildOf(side: Side, options: Options) {
  return buildCommand(side.bin, catalogIn(side), join(side.folder, 'dist'), ...options(side));
}

function catalogIn({ folder }: Side): string {
  return join(folder, 'catalog');
}
