// Refusals: inputs that can be read, but are not imported.
import { resolve } from 'node:path';
import type { ImportNote } from '../results.ts';
import { importNames, readLedger, type Ledger } from '../storage/ledger.ts';
import { count } from '../text/number-format.ts';
import { errorAt, type ProblemsError } from '../text/problems.ts';
import { withoutSecrets } from '../text/secrets.ts';
import { hasWebScheme } from '../text/web-address.ts';
import type { Converted } from './convert/conversion.ts';
import { formulaFault } from './convert/row-addresses.ts';
import { plainAddress } from './input/open-input.ts';
import { inputError } from './input/resource.ts';
import type { ExistingRecords } from './write/existing-records.ts';

interface NamedInput {
  readonly data: string;
  readonly name: string;
  readonly input: string;
}

/** Why an input without courses is refused. */
export function withoutCourses(typed: string, skipped: readonly ImportNote[]): ProblemsError {
  const reasons = skipped.map(({ reason, count: times, examples }) => {
    return `${reason}, ${count(times, 'time')}, first: ${examples[0]}`;
  });
  const why = reasons.length > 0 ? ` that can be a course (${reasons.join('; ')})` : '';
  const remedy =
    skipped[0]?.reason === formulaFault
      ? "paste the addresses as values in the place of the formulas, or say how they are made, such as --map 'linkurl:=https://example.org/{COLUMN}'"
      : 'see whether it is the right input, and complete; correct its records, or name their columns with --map';
  return inputError(typed, `holds no record${why}: nothing was changed`, remedy);
}

/**
 * Refuses an input whose name, which nobody gave, may be wrong: one at another place with other courses than the import of that name, which
 * would all count as missing, and one with mostly the courses of an import of another name, which would update none of them.
 */
export function refuseDoubtfulName(
  courses: Converted['courses'],
  { edited }: ExistingRecords,
  options: NamedInput,
): void {
  const { data, name, input } = options;
  const { ledger } = edited;
  const refuse = (finding: string, earlier: string, other: string) => {
    const remedy = `if it is that list as it is now, add --name ${earlier}; if it is another one, --name ${other}`;
    throw errorAt(input, { rule: 'import-name', finding, remedy, suggestion: `--name ${earlier}` });
  };
  const knowsMost = (one: Ledger | undefined) => {
    const known = new Set(one?.courses.map(([, linkurl]) => linkurl));
    return courses.filter(({ linkurl }) => known.has(linkurl)).length * 2 > courses.length;
  };
  if (ledger !== undefined) {
    const absolute = (typed: string) => (hasWebScheme(typed) ? withoutSecrets(plainAddress(typed)) : resolve(typed));
    if (absolute(ledger.input) === absolute(input) || knowsMost(ledger)) return;
    refuse(`has mostly other courses than the import "${name}", which was made from ${ledger.input}`, name, 'NAME');
  }
  const earlier = importNames(data).find((other) => other !== name && knowsMost(readLedger(data, other)));
  if (earlier !== undefined) refuse(`has mostly the courses of the import "${earlier}"`, earlier, name);
}
