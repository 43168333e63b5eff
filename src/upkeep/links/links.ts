// The order of work of `links`: find the URLs of a catalog, request those that are due, write the history, report.
import { setMaxListeners } from 'node:events';
import { compareText, ProblemsError } from '../../text/problems.ts';
import { sideFileProblems } from '../../storage/side-files.ts';
import { visitAddresses, type AddressSource, type FoundAddress, type Place } from './addresses.ts';
import type { Answer } from './link-checker.ts';
import { checkAll, interleaveHosts, type HostOptions, type LinksIo, type Titles } from './hosts.ts';
import {
  isDue,
  isLater,
  historyFile,
  readHistory,
  failureRecordOf,
  withAnswer,
  writeHistory,
  type AddressRecord,
  type FailureRecord,
} from './history.ts';

/** After failures on this many days in a row, an address is dead. */
const failuresOfDead = 3;

export interface LinksOptions extends HostOptions, AddressSource {
  /** The time of this run. */
  readonly at: string;
  /** Maximum number of URLs to request; undefined for all that are due. */
  readonly limit: number | undefined;
}

/** An address whose last answer was not ok: `dead`, or `failed` if that is not certain yet. */
export interface LinkFinding extends Omit<FailureRecord, 'result'> {
  readonly result: 'dead' | 'failed' | 'unknown' | 'moved' | 'suspicious';
  readonly places: readonly Place[];
}

export interface LinksReport {
  readonly addresses: number;
  readonly requested: number;
  /** Addresses that were due, but not requested. */
  readonly remaining: number;
  /** Addresses whose earlier answer is of a day that is still to come: a clock was wrong. */
  readonly later: number;
  /** By address. */
  readonly findings: readonly LinkFinding[];
}

/** Requests the URLs of a catalog. Throws a ProblemsError, or the signal's reason once the answers so far are in the history. */
export async function checkLinks(options: LinksOptions, io: LinksIo): Promise<LinksReport> {
  const { data, at } = options;
  setMaxListeners(0, io.signal);
  const titles = await titlesByAddress(options);
  const problems = sideFileProblems(historyFile(data), { folders: [], inputs: [] }, { rule: 'links-write' });
  if (problems.length > 0) throw new ProblemsError(problems);
  const known = readHistory(data);
  const due = [...titles.keys()].filter((url) =>
    options.only === undefined ? isDue(known.get(url), at) : url.startsWith(options.only),
  );
  const order = (url: string) =>
    failureRecordOf(known.get(url))?.result === 'error' ? '' : `1${known.get(url)?.checkedAt ?? ''}`;
  // Per host: first those that failed, then those with the oldest answer.
  const chosen = interleaveHosts(due.toSorted((a, b) => compareText(order(a), order(b)))).slice(0, options.limit);
  const answers = new Map<string, Answer>();
  const history = new Map<string, AddressRecord>();
  try {
    await checkAll(chosen, titles, answers, options, io);
    const control = hasOnlyFailed(answers) ? controlOf(titles, known, answers) : [];
    await checkAll(control, titles, answers, options, { ...io, onProgress: () => {} });
  } finally {
    const isOffline = hasOnlyFailed(answers);
    for (const url of titles.keys()) {
      const answer = answers.get(url);
      const now = answer ? withAnswer(url, isOffline ? offline(answer) : answer, known.get(url), at) : known.get(url);
      if (now) history.set(url, now);
    }
    writeHistory(data, history.values());
  }
  const findings = await findingsOf(history, options);
  return {
    addresses: titles.size,
    requested: answers.size,
    remaining: due.filter((url) => !answers.has(url)).length,
    later: [...titles.keys()].filter((url) => isLater(known.get(url), at)).length,
    findings,
  };
}

/** The addresses of a catalog, each with the titles of its courses. */
async function titlesByAddress(source: AddressSource): Promise<Map<string, string[]>> {
  const titles = new Map<string, string[]>();
  await visitAddresses(source, ({ url, title }) => {
    const known = titles.get(url) ?? [];
    titles.set(url, known);
    if (title !== undefined) known.push(title);
  });
  return titles;
}

/** Whether some names did not exist and no host answered at all: then the network here may be down. */
function hasOnlyFailed(answers: ReadonlyMap<string, Answer>): boolean {
  const all = [...answers.values()];
  return all.some(({ result }) => result === 'error') && all.every(({ status }) => status === 0);
}

/** An address of another host whose last answer was ok, if there is one. */
function controlOf(
  titles: Titles,
  known: ReadonlyMap<string, AddressRecord>,
  answers: ReadonlyMap<string, Answer>,
): string[] {
  const hostOf = (url: string) => new URL(url).host;
  const asked = new Set(Array.from(answers.keys(), hostOf));
  const isOk = (url: string) => known.has(url) && failureRecordOf(known.get(url)) === undefined;
  return [...titles.keys()].filter((url) => isOk(url) && !asked.has(hostOf(url))).slice(0, 1);
}

/** The answer to record in such a run: unknown instead of an error. */
function offline(answer: Answer): Answer {
  return answer.result === 'error'
    ? { ...answer, result: 'unknown', what: 'no host of this name was found, nor did any other answer' }
    : answer;
}

/** The addresses whose last answer was not ok, with their places in the source. */
async function findingsOf(known: ReadonlyMap<string, AddressRecord>, options: LinksOptions): Promise<LinkFinding[]> {
  const found: (FoundAddress & { readonly failure: FailureRecord })[] = [];
  await visitAddresses(options, (address) => {
    const failure = failureRecordOf(known.get(address.url));
    if (failure !== undefined) found.push({ ...address, failure });
  });
  const findings = new Map<string, LinkFinding & { readonly places: Place[] }>();
  for (const { url, failure, place } of found) {
    const finding = findings.get(url) ?? { ...failure, result: shownResult(failure), places: [] };
    findings.set(url, finding);
    finding.places.push(await place());
  }
  return [...findings.values()].toSorted((a, b) => compareText(a.url, b.url));
}

function shownResult({ result, times }: FailureRecord): LinkFinding['result'] {
  if (result !== 'error') return result;
  return times >= failuresOfDead ? 'dead' : 'failed';
}
