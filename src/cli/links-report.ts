// The report of `links`: by file, line and course for people on a terminal, in Markdown, and as JSON.
import { keysOf } from '../text/keys.ts';
import { countEach } from '../text/count-each.ts';
import type { LinkFinding, LinksReport } from '../upkeep/links/links.ts';
import { markdownText } from '../text/markdown.ts';
import { quoteText } from '../text/quote.ts';
import { count, grouped } from '../text/number-format.ts';
import { bold, dim, line, type Text } from '../text/terminal.ts';

/** The kinds of findings that are listed one by one, in this order, and what to do. The unknown ones are counted by host. */
const sections = {
  dead: 'Correct these addresses, or remove what they belong to.',
  failed: 'These failed and will be reported as dead if they keep failing.',
  suspicious: 'Check that these pages are still those of the courses.',
  moved: 'Use the new address where it is right: the course is a new one to clients of the API.',
} as const;

/** Places that are listed of a kind. */
const maxShown = 50;
/** Reasons that are named of a host. */
const maxReasons = 3;
/** An issue on GitHub has at most 65,536 characters. */
const maxLength = 50_000;

/** The report as lines; `isBrief` leaves out all but the dead addresses. */
export function linksLines(report: LinksReport, isBrief: boolean): Text[] {
  const lines = sectionsOf(report)
    .filter(({ result }) => !isBrief || result === 'dead')
    .flatMap(({ advice, items, more }) => [
      ...items.map(({ place, said }) => line`${bold(place)} ${said}`),
      ...(more === '' ? [] : [`${more}; --json prints them all`]),
      dim(`    ${advice}`),
    ]);
  return isBrief ? lines : [...lines, ...unknownLines(report), summary(report)];
}

/** The report, as far as it fits into an issue on GitHub. */
export function linksMarkdown(report: LinksReport): string {
  const sectionLines = sectionsOf(report).flatMap(({ result, advice, items, more }) => {
    const lines = items.map(({ place, said }) => `- ${markdownText(`${place} ${said}`)}`);
    return ['', `### ${result}`, '', advice, '', ...lines, ...(more === '' ? [] : [`- ${more}`])];
  });
  const unknown = unknownLines(report).map((said) => `- ${markdownText(said)}`);
  const lines = [
    markdownText(summary(report)),
    ...sectionLines,
    ...(unknown.length > 0 ? ['', '### unknown', '', ...unknown] : []),
  ];
  let text = '';
  for (const one of lines) {
    if (text.length + one.length > maxLength) return `${text}\n… and more\n`;
    text += `${one}\n`;
  }
  return text;
}

function sectionsOf({ findings }: LinksReport) {
  return Object.entries(sections).flatMap(([result, advice]) => {
    const all = findings.filter((finding) => finding.result === result).flatMap(placesOf);
    const more = all.length > maxShown ? `… and ${count(all.length - maxShown, 'more place')}` : '';
    return all.length === 0 ? [] : [{ result, advice, items: all.slice(0, maxShown), more }];
  });
}

/** A finding at each of its places: `data/courses/mit.csv:14:7`, `course 6002 "Optics": https://… is dead: answered 404, …`. */
function placesOf({ url, what, result, times, since, places }: LinkFinding) {
  const often = `${times === 1 ? 'once' : count(times, 'time')} since ${since.slice(0, 10)}`;
  const found = {
    dead: `is dead: ${what}, ${often}`,
    failed: `failed: ${what}, ${often}`,
    suspicious: `is suspicious: ${what}`,
    unknown: `is unknown: ${what}`,
    moved: what,
  }[result];
  return places.map(({ file, line: row, column, subject, title }) => ({
    place: `${file}:${row}:${column}`,
    said: `${subject} ${quoteText(title)}: ${url} ${found}`,
  }));
}

/** What could not be judged, by host. */
function unknownLines({ findings }: LinksReport): string[] {
  const unknown = findings.filter(({ result }) => result === 'unknown');
  const hosts = new Map<string, string[]>();
  for (const { url, what } of unknown) {
    const { host } = new URL(url);
    if (hosts.get(host)?.push(what) === undefined) hosts.set(host, [what]);
  }
  const shown = [...hosts].toSorted(([, a], [, b]) => b.length - a.length).slice(0, maxShown);
  const lines = shown.map(([host, reasons]) => `${host}: ${grouped(reasons.length)} unknown: ${mostOf(reasons)}`);
  return hosts.size > maxShown ? [...lines, `… and ${count(hosts.size - maxShown, 'more host')}`] : lines;
}

/** The most frequent of some reasons: `12 × answered 403, 8 × no answer within 30 s`. */
function mostOf(reasons: readonly string[]): string {
  const numbers = [...countEach(reasons)].toSorted(([, a], [, b]) => b - a);
  const shown = numbers.slice(0, maxReasons).map(([what, number]) => `${grouped(number)} × ${what}`);
  return numbers.length > maxReasons ? `${shown.join(', ')}, …` : shown.join(', ');
}

/** The counts in one line. */
function summary({ addresses, requested, remaining, findings }: LinksReport): string {
  const results = countEach(findings.map(({ result }) => result));
  const kinds = [...keysOf(sections), 'unknown' as const].map(
    (result) => `${grouped(results.get(result) ?? 0)} ${result}`,
  );
  const rest = remaining === 0 ? '' : `, and ${grouped(remaining)} remaining for a later run`;
  return `${count(addresses, 'address', 'addresses')}, of which ${grouped(requested)} ${requested === 1 ? 'was' : 'were'} requested now${rest}: ${kinds.join(', ')}`;
}
