// The order of work of `links`: find the addresses of a catalog, ask for those that are due, remember the answers, report.
import { setMaxListeners } from 'node:events';
import { compareText, ProblemsError } from '../../text/problems.ts';
import { sideFileProblems } from '../../storage/side-files.ts';
import { visitAddresses, type AddressSource, type FoundAddress, type Place } from './addresses.ts';
import type { Answer } from './ask.ts';
import { askAll, inTurn, type HostOptions, type LinksIo, type Titles } from './hosts.ts';
import {
  isDue,
  memoryFile,
  memoryRefusal,
  readMemory,
  troubleOf,
  withAnswer,
  writeMemory,
  type KnownAddress,
  type Trouble,
} from './memory.ts';

/** Days with a failure in a row after which an address is dead. */
const failuresOfDead = 3;

export interface LinksOptions extends HostOptions, AddressSource {
  /** The time of this run. */
  readonly at: string;
  /** Addresses to ask for at most; undefined for all that are due. */
  readonly limit: number | undefined;
}

/** An address that did not answer well: dead, or `failed` if that is not certain yet. */
export interface LinkFinding extends Omit<Trouble, 'result'> {
  readonly result: 'dead' | 'failed' | 'unknown' | 'moved' | 'suspicious';
  readonly places: readonly Place[];
}

export interface LinksReport {
  readonly addresses: number;
  readonly asked: number;
  /** Addresses that were due, and not asked. */
  readonly left: number;
  /** By address. */
  readonly findings: readonly LinkFinding[];
}

/** Asks for the addresses of a catalog. Throws a ProblemsError, or the signal's reason once the answers so far are remembered. */
export async function checkLinks(options: LinksOptions, io: LinksIo): Promise<LinksReport> {
  const { data, at } = options;
  setMaxListeners(0, io.signal);
  const titles = await titlesByAddress(options);
  const known = readMemory(data);
  const problems = sideFileProblems(memoryFile(data), { folders: [], inputs: [] }, memoryRefusal);
  if (problems.length > 0) throw new ProblemsError(problems);
  const due = [...titles.keys()].filter((url) =>
    options.only === undefined ? isDue(known.get(url), at) : url.startsWith(options.only),
  );
  const order = (url: string) =>
    troubleOf(known.get(url))?.result === 'error' ? '' : `1${known.get(url)?.asked ?? ''}`;
  // Of a host those that failed come first, then those that were asked for longest ago.
  const chosen = inTurn(due.toSorted((a, b) => compareText(order(a), order(b)))).slice(0, options.limit);
  const answers = new Map<string, Answer>();
  const remembered = new Map<string, KnownAddress>();
  try {
    await askAll(chosen, titles, answers, options, io);
    const control = hasOnlyFailed(answers) ? controlOf(titles, known, answers) : [];
    await askAll(control, titles, answers, options, { ...io, onProgress: () => {} });
  } finally {
    const isOffline = hasOnlyFailed(answers);
    for (const url of titles.keys()) {
      const answer = answers.get(url);
      const now = answer ? withAnswer(url, isOffline ? offline(answer) : answer, known.get(url), at) : known.get(url);
      if (now) remembered.set(url, now);
    }
    writeMemory(data, remembered.values());
  }
  const findings = await findingsOf(remembered, options);
  return { addresses: titles.size, asked: answers.size, left: due.filter((url) => !answers.has(url)).length, findings };
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

/** Whether names did not exist and no host answered at all: then it may be the name server that is missing. */
function hasOnlyFailed(answers: ReadonlyMap<string, Answer>): boolean {
  const all = [...answers.values()];
  return all.some(({ result }) => result === 'error') && all.every(({ status }) => status === 0);
}

/** An address of another host that answered last time, if there is one. */
function controlOf(
  titles: Titles,
  known: ReadonlyMap<string, KnownAddress>,
  answers: ReadonlyMap<string, Answer>,
): string[] {
  const hostOf = (url: string) => new URL(url).host;
  const asked = new Set(Array.from(answers.keys(), hostOf));
  const isWell = (url: string) => known.has(url) && troubleOf(known.get(url)) === undefined;
  return [...titles.keys()].filter((url) => isWell(url) && !asked.has(hostOf(url))).slice(0, 1);
}

/** An answer in such a run. */
function offline(answer: Answer): Answer {
  return answer.result === 'error'
    ? { ...answer, result: 'unknown', what: 'no host of this name was found, nor did any other answer' }
    : answer;
}

/** What did not answer well, with its places in the source. */
async function findingsOf(known: ReadonlyMap<string, KnownAddress>, options: LinksOptions): Promise<LinkFinding[]> {
  const found: (FoundAddress & { readonly trouble: Trouble })[] = [];
  await visitAddresses(options, (address) => {
    const trouble = troubleOf(known.get(address.url));
    if (trouble !== undefined) found.push({ ...address, trouble });
  });
  const findings = new Map<string, LinkFinding & { readonly places: Place[] }>();
  for (const { url, trouble, place } of found) {
    const finding = findings.get(url) ?? { ...trouble, result: shownResult(trouble), places: [] };
    findings.set(url, finding);
    finding.places.push(await place());
  }
  return [...findings.values()].toSorted((a, b) => compareText(a.url, b.url));
}

function shownResult({ result, times }: Trouble): LinkFinding['result'] {
  if (result !== 'error') return result;
  return times >= failuresOfDead ? 'dead' : 'failed';
}
