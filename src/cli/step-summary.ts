// The step summary of a build: one short Markdown table for the page of a GitHub Actions run.
import { appendFileSync } from 'node:fs';
import { messageOf } from '../text/errors.ts';
import type { Options } from '../options/option-table.ts';
import type { BuildResult } from '../build/build-options.ts';
import { count, grouped, size } from '../text/number-format.ts';
import { problemLine } from '../text/messages.ts';
import { markdownText } from '../text/markdown.ts';
import { warn, type Session } from './session.ts';

export function appendSummary(result: BuildResult, file: string, { io, options }: Session): void {
  try {
    appendFileSync(file, renderStepSummary(result, options));
  } catch (error) {
    warn(io, `the step summary could not be written: ${messageOf(error)}`);
  }
}

export function renderStepSummary(
  result: BuildResult,
  { baseUrl, host, out, dryRun }: Pick<Options, 'baseUrl' | 'host' | 'out' | 'dryRun'>,
): string {
  const { changes, timings, warnings, largestList: largest } = result;
  const [firstWarning] = warnings;
  const total = timings.reduce((sum, { seconds }) => sum + seconds, 0);
  const rows: readonly (readonly [name: string, value: string, details: string])[] = [
    ['Courses', grouped(result.courses), ''],
    ['Providers', grouped(result.providers), ''],
    ['Categories', grouped(result.categories), ''],
    ['Languages', grouped(result.languages), ''],
    [
      'List pages',
      grouped(result.pages),
      largest ? `most: ${largest.kind} ${largest.name}, ${grouped(largest.pages)}` : '',
    ],
    ['Files', grouped(result.files), `${size(result.bytes)} in ${count(result.folders, 'folder')}`],
    ['Files added', grouped(changes.added.length), ''],
    ['Files changed', grouped(changes.changed.length), ''],
    ['Files removed', grouped(changes.removed.length), ''],
    ['Warnings', grouped(warnings.length), firstWarning ? problemLine(firstWarning) : ''],
    ['Time', duration(total), timings.map(({ name, seconds }) => `${name} ${duration(seconds)}`).join(', ')],
  ];
  const lines = rows.map((row) => `| ${row.map(markdownText).join(' | ')} |`);
  return [
    dryRun ? '### Course catalog: what a build would change' : '### Course catalog',
    '',
    `${markdownText(baseUrl)}, built for ${markdownText(host)} in ${markdownText(out)}`,
    '',
    '| | Number | |',
    '| --- | ---: | --- |',
    ...lines,
    '',
  ].join('\n');
}

/** A time: `0.31 s`, `1,204 s`. */
function duration(seconds: number): string {
  return `${seconds < 99.995 ? seconds.toFixed(2) : grouped(Math.round(seconds))} s`;
}
