// The summary of a build: one short table in Markdown, for the page of a run in GitHub Actions.
import { count, grouped, size } from '../amounts.ts';
import type { ReportData } from './data.ts';
import { duration, sumOf } from './measures.ts';

type Row = readonly [what: string, number: string, details: string];

/** The table: counts, changes and times. */
export function renderSummary(data: ReportData): string {
  const { changes, stages, warnings } = data;
  const [biggest] = data.biggestLists;
  const rows: readonly Row[] = [
    ['Courses', grouped(data.courses), ''],
    ['Providers', grouped(data.providers), ''],
    ['Categories', grouped(data.categories), ''],
    ['Languages', grouped(data.languages), ''],
    [
      'Pages of lists',
      grouped(data.pages),
      biggest ? `most: ${biggest.kind} ${biggest.name}, ${grouped(biggest.pages)}` : '',
    ],
    ['Files', grouped(data.files), `${size(data.bytes)} in ${count(data.folders, 'folder', 'folders')}`],
    ['Files added', grouped(changes.added), ''],
    ['Files changed', grouped(changes.changed), ''],
    ['Files removed', grouped(changes.removed), ''],
    ['Warnings', grouped(warnings.length), warnings[0] ?? ''],
    [
      'Time',
      duration(sumOf(stages, ({ seconds }) => seconds)),
      stages.map(({ name, seconds }) => `${name} ${duration(seconds)}`).join(', '),
    ],
  ];
  const lines = rows.map((row) => `| ${row.map(escape).join(' | ')} |`);
  return [
    changes.isDryRun ? '### Course catalog: what a build would change' : '### Course catalog',
    '',
    `${escape(data.baseUrl)}, built for ${escape(data.host)} in ${escape(data.out)}`,
    '',
    '| | Number | |',
    '| --- | ---: | --- |',
    ...lines,
    '',
  ].join('\n');
}

/** A text as one line of Markdown that is nothing but text: a character written as a reference never is a sign of markup. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[&<>|\\`*_~[\]{}#@!$]/gu, (character) => `&#${character.codePointAt(0)};`);
}
