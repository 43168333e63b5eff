// The report of `links`: by file, line and course for people on a terminal, in Markdown, and as JSON.
import { keysOf } from '../collections/keys.ts';
import { countEach } from '../collections/count-each.ts';
import type { LinkFinding, LinksReport } from '../links/links.ts';
import { markdownText } from '../text/markdown.ts';
import { quoteText } from '../text/quote.ts';
import { count, grouped } from '../text/number-format.ts';
import { bold, dim, line, type Text } from '../text/terminal.ts';

/** The kinds of findings that are listed one by one, in this order, and what to do. The unknown ones are counted by host. */
const sections = {
  dead: 'Correct these addresses, or remove what they belong to.',
  failed: 'These failed, and are dead if they go on to.',
  suspicious: 'Look whether these pages are still those of the courses.',
  moved: 'Take over a new address where it is right: the course is a new one to clients of the API.',
} as const;

/** Places that are listed of a kind. */
const maxShown = 50;
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
  const isFailure = result === 'dead' || result === 'failed';
  const found = isFailure
    ? `${result}: ${what}, ${count(times, 'time')} since ${since.slice(0, 10)}`
    : `${result}: ${what}`;
  return places.map(({ file, line: row, column, subject, title }) => ({
    place: `${file}:${row}:${column}`,
    said: `${subject} ${quoteText(title)}: ${url} is ${found}`,
  }));
}

/** What could not be judged, by host. */
function unknownLines({ findings }: LinksReport): string[] {
  const unknown = findings.filter(({ result }) => result === 'unknown');
  const hosts = [...countEach(unknown.map(({ url }) => new URL(url).host))].toSorted(([, a], [, b]) => b - a);
  const shown = hosts.slice(0, maxShown).map(([host, number]) => {
    const first = unknown.find(({ url }) => new URL(url).host === host)?.what ?? '';
    return `${host}: ${number} unknown, ${first}`;
  });
  return hosts.length > maxShown ? [...shown, `… and ${count(hosts.length - maxShown, 'more host')}`] : shown;
}

/** The counts in one line. */
function summary({ addresses, asked, left, findings }: LinksReport): string {
  const results = countEach(findings.map(({ result }) => result));
  const kinds = [...keysOf(sections), 'unknown' as const].map(
    (result) => `${grouped(results.get(result) ?? 0)} ${result}`,
  );
  const rest = left === 0 ? '' : `, and ${grouped(left)} left for a later run`;
  return `${count(addresses, 'address', 'addresses')}, of which ${grouped(asked)} ${asked === 1 ? 'was' : 'were'} asked for now${rest}: ${kinds.join(', ')}`;
}
