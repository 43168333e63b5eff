// The report of an import: at most 20 lines for people, and all of it for programs.
import type { ImportNote, ImportReport, PlannedCourse } from '../results.ts';
import { count, grouped } from '../text/number-format.ts';
import { quoteText } from '../text/quote.ts';
import { problemData } from '../text/messages.ts';
import { bold, dim, line, type Text } from '../text/terminal.ts';
import { shownColumns } from './fields/columns.ts';
import type { ImportResult } from './import.ts';

const maxCourses = 2;
const maxNotes = 8;
/** Records of a kind that are named. */
const maxNamed = 10;

export function importLines(result: ImportResult, data: string, isDryRun: boolean): Text[] {
  const { plan, name, skipped, guessed, unusedColumns, columns } = result;
  const { added, changed, missing, unchanged, repeated } = plan;
  const repeatedRecords =
    repeated === 0 ? '' : `, ${grouped(repeated)} of which ${repeated === 1 ? 'repeats' : 'repeat'} a course`;
  const keptCount = plan.kept < missing.length ? `${grouped(plan.kept)} ` : '';
  const kept = plan.kept === 0 ? '' : ` (${keptCount}kept${result.isComplete ? '; --prune removes them' : ''})`;
  const { records, values, guesses } = countsOf(result);
  const skippedValues = values === 0 ? '' : `${count(values, 'value')} skipped, `;
  const notes = [...skipped, ...guessed];
  const unused = unusedColumns.length > 0 ? `not used: ${shownColumns(unusedColumns, 12)}` : '';
  const shown = columns === '' ? unused : columns;
  return [
    line`${bold(result.input)} read as ${bold(result.format)}: ${result.formatReason}; ${count(plan.read, 'record')} read${repeatedRecords}`,
    line`${grouped(added.length)} new, ${grouped(changed.length)} changed, ${grouped(unchanged)} unchanged, ${grouped(missing.length)} no longer in the input${kept}, ${grouped(records)} skipped, ${skippedValues}${grouped(guesses)} guessed`,
    ...courseLines('new', added),
    ...courseLines('changed', changed),
    ...courseLines('no longer in the input', missing),
    ...notes.slice(0, maxNotes).map(noteLine),
    ...(notes.length > maxNotes
      ? [`… and ${notes.length - maxNotes} more kinds; --json or --report has them all`]
      : []),
    ...(shown === '' ? [] : [dim(shown)]),
    ...editedLines(result, isDryRun),
    ...contactLine(result),
    ...(result.isComplete ? [] : ['The input could not be read to its end: no course counts as missing.']),
    nextLine(result, `${data}/courses/${name}.ndjson`, isDryRun),
  ];
}

/** What somebody edited in the files of the import. */
function editedLines({ moved, plan }: ImportResult, isDryRun: boolean): Text[] {
  const { restored, editedChanged, editedMissing } = plan;
  const titles = (records: readonly { readonly title: string }[]) => {
    const shown = records.slice(0, maxNamed).map(({ title }) => quoteText(title));
    return `${shown.join(', ')}${records.length > maxNamed ? ' …' : ''}`;
  };
  const filesOf = (records: readonly { readonly file: string }[]) =>
    bold([...new Set(records.map(({ file }) => file))].join(', '));
  const them = (records: readonly unknown[]) => (records.length === 1 ? 'it' : 'them');
  const lines = [
    {
      about: moved,
      text: line`edited by hand: ${titles(moved)}; ${isDryRun ? 'would move' : 'moved'} to ${filesOf(moved)}, where ${moved.length === 1 ? 'it wins' : 'they win'} over the input`,
    },
    {
      about: restored,
      text: line`removed by hand, but still in the input, and so added again: ${titles(restored)}; remove ${them(restored)} from the input too`,
    },
    {
      about: editedChanged,
      text: line`changed in the input, but edited by hand, which wins: ${titles(editedChanged)}; see ${filesOf(editedChanged)}`,
    },
    {
      about: editedMissing,
      text: line`edited by hand, and no longer in the input: ${titles(editedMissing)}; ${editedMissing.length === 1 ? 'it stays' : 'they stay'} until somebody deletes ${them(editedMissing)} from ${filesOf(editedMissing)}`,
    },
  ];
  return lines.flatMap(({ about, text }) => (about.length > 0 ? [text] : []));
}

/** Whoever commits a list publishes what no course shows. */
function contactLine({ contactColumns, input }: ImportResult): Text[] {
  if (contactColumns.length === 0) return [];
  return [
    line`${bold(input)} itself has mail addresses or telephone numbers (${shownColumns(contactColumns, 12)}): before ${bold('git add')}, remove these columns, or leave the file out of the repository.`,
  ];
}

/** The numbers of skipped records, of skipped values in other records, and of guesses. */
function countsOf({ skipped, guessed }: Pick<ImportResult, 'skipped' | 'guessed'>) {
  const total = (notes: readonly ImportNote[]) => notes.reduce((sum, note) => sum + note.count, 0);
  const records = total(skipped.filter(({ kind }) => kind === 'skipped'));
  return { records, values: total(skipped) - records, guesses: total(guessed) };
}

function courseLines(change: string, courses: readonly PlannedCourse[]): Text[] {
  return courses.slice(0, maxCourses).map(({ id, title, location }, index) => {
    const ellipsis = index === maxCourses - 1 && courses.length > maxCourses ? ' …' : '';
    return dim(`  ${change}: ${id} ${title.slice(0, 80)} (${location})${ellipsis}`);
  });
}

function nextLine({ hasWritten, format }: ImportResult, file: string, isDryRun: boolean): Text {
  if (isDryRun && format !== 'table') return 'The catalog was left as it was (--dry-run).';
  if (isDryRun)
    return line`The catalog was left as it was (--dry-run). The map of the table's columns follows: save it with ${bold('> map.txt')}, edit it, and import with ${bold('--map map.txt')}.`;
  return hasWritten
    ? line`wrote ${bold(file)}; see it with npx --no static-course-catalog preview --watch --open`
    : 'Nothing has changed.';
}

/** Everything that an import found, for `--json` and `--report`. */
export function importReport(imported: ImportResult): ImportReport {
  // Only people can be asked, or choose fields.
  const { plan, warnings, optionalQuestions: _, fields: _fields, contactColumns: _contacts, ...result } = imported;
  const { read, repeated, added, changed, unchanged, missing, removesMissing, restored, editedChanged, editedMissing } =
    plan;
  const { records: skipped, values: valuesSkipped, guesses: guessed } = countsOf(result);
  const courses = { read, repeated, new: added.length, changed: changed.length, unchanged, missing: missing.length };
  return {
    ok: true,
    ...result,
    counts: { ...courses, skipped, valuesSkipped, guessed },
    new: added,
    changed,
    missing,
    removesMissing,
    restored,
    editedChanged,
    editedMissing,
    problems: warnings.map(problemData),
  };
}

/** A kind of note, with its first location; of skipped records, with more locations. */
function noteLine({ kind, reason, count: times, examples }: ImportNote): Text {
  const verb = { skipped: 'skipped', valueSkipped: 'value skipped', guessed: 'guessed' }[kind];
  if (kind !== 'skipped' || times === 1)
    return line`${verb}: ${reason}, ${count(times, 'time')} (first: ${(examples[0] ?? '').slice(0, 160)})`;
  const named = examples.slice(0, maxNamed).map((example) => example.slice(0, 80));
  return line`${verb}: ${reason}, ${count(times, 'time')} (${named.join(', ')}${times > maxNamed ? ' …' : ''})`;
}
