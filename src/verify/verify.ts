// Verify: checks a running service against the specification, as a client that knows nothing else about it.
import { setMaxListeners } from 'node:events';
import { addressOf, routeNames, routes, type Route, type RouteName } from '../api/routes.ts';
import { Client, type HttpResponse, type ClientOptions } from '../http/client.ts';
import type { Options } from '../options/option-table.ts';
import type { RuleReport, VerifyReport } from '../results.ts';
import { PublishedJournal } from './journal.ts';
import { Checks } from './checks.ts';
import { SeenCourses } from './courses.ts';
import { checkPublishedFiles } from './published-files.ts';
import { walkLists } from './lists.ts';
import { LocalBuild } from './local-build.ts';
import { checkMembers } from './members.ts';
import { checkEncodedName, checkPageQuery, checkProtocol, checkUnknown } from './protocol.ts';
import { readResources, type ServiceResources } from './resources.ts';
import { checkEach, isReachable, type VerifyRun } from './run.ts';
import { readViews } from './views.ts';
import type { WalkedList } from './walked-list.ts';

export type VerifyOptions = Pick<Options, 'limit' | 'against'> &
  Pick<ClientOptions, 'userAgent' | 'onWait' | 'timeout' | 'retries'> & {
    /** The base address of the API, as `apiBaseOf` returns it. */
    readonly url: string;
  };

/** Limit on the pages of all lists together: more than any catalog has. */
const maxPages = 1_000_000;

/**
 * Verifies a service. Any behavior of the service ends in a report; throws only the signal's reason, or a ProblemsError if
 * the folder of `against` contains no build.
 */
export async function verify(options: VerifyOptions, onProgress: VerifyRun['onProgress'], signal: AbortSignal) {
  // Every pending request adds a listener and removes it when it is done.
  setMaxListeners(0, signal);
  const checks = new Checks();
  const client = new Client({ ...options, signal });
  const { url: base, limit: sample } = options;
  const against = options.against === undefined ? undefined : new LocalBuild(options.against, base, checks);
  const journal = new PublishedJournal();
  const compare = (url: string, response: HttpResponse) => {
    journal.addView(url, response);
    against?.compare(url, response);
  };
  const courses = new SeenCourses(checks);
  const limits = { sample, signal, pagesLeft: maxPages };
  const run: VerifyRun = { base, client, checks, courses, compare, onProgress, ...limits };
  against?.check();
  if (!(await isReachable(run))) return reportOf(run);
  const resources = await readResources(run);
  const lists = await walkLists(run, resources);
  resources.latest.checkNotEmpty();
  const { requested, deepPaths } = await readViews(run, resources, lists);
  courses.checkIds();
  checkMembers(run, lists, resources.tree, deepPaths);
  // A host that stopped answering has broken one rule already, and must not break others for the same reason.
  if (!client.hasGivenUp) await probeService(run, resources, lists);
  if (!client.hasGivenUp) await journal.check(run);
  if (!client.hasGivenUp && sample === undefined) await against?.compareRest(run);
  return reportOf(run, { lists, courses: requested, against });
}

/** Checks protocol and page query at one address of each kind; of the lists, at the longest. */
async function probeService(run: VerifyRun, { tree, providers }: ServiceResources, lists: readonly WalkedList[]) {
  const { byHash } = run.courses;
  const longest = routeNames.flatMap((route) => {
    const walked = lists.filter(({ list, last }) => list.route === route && last > 0);
    return walked.toSorted((a, b) => b.last - a.last).slice(0, 1);
  });
  const [course] = byHash.keys();
  const addresses = [
    ...specifiedResources().map((route) => addressOf(run.base, route)),
    ...longest.map(({ address }) => address),
    ...(course === undefined ? [] : [addressOf(run.base, 'course', course)]),
  ];
  const probes = [
    ...addresses.map((address) => async () => checkProtocol(run, address)),
    ...longest.map((walked) => async () => checkPageQuery(run, walked)),
  ];
  await checkEach(run, probes, 'methods, headers and errors', async (probe) => probe());
  const language = longest.find(({ list }) => list.route === 'language');
  if (language) await checkEncodedName(run, language.list.parameter);
  await checkPublishedFiles(run, course, providers);
  // Categories below the tree have lists too.
  const inTree = tree.categories.map(({ category_id }) => Number(category_id));
  const categories = new Set([...inTree, ...[...byHash.values()].flatMap((seenCourse) => seenCourse.categories)]);
  await checkUnknown(run, categories, new Set(providers.records.map(({ id }) => id)));
}

/** The endpoints of the specification that have one address each. What is an addition, another service need not have. */
function specifiedResources(): RouteName[] {
  return routeNames.filter((name) => {
    const { number, parameter }: Route = routes[name];
    return number !== null && parameter === undefined;
  });
}

/** What was read of a service that could be reached. */
interface ReadService {
  readonly lists: readonly WalkedList[];
  /** How many views. */
  readonly courses: number;
  readonly against: LocalBuild | undefined;
}

const nothingRead: ReadService = { lists: [], courses: 0, against: undefined };

function reportOf({ base, checks, client }: VerifyRun, { lists, courses, against } = nothingRead): VerifyReport {
  const advice: string[] = [];
  const rules = checks.report(base).map((rule): RuleReport => {
    if (rule.rule !== 'against' || rule.failures === 0 || !against) return rule;
    advice.push(`${rule.failures} of ${rule.checks} responses differ from the local build; ${against.advice}`);
    return { ...rule, advice: against.advice };
  });
  const broken = rules.filter(({ outcome }) => outcome === 'broken');
  const otherRules = broken.filter(({ rule }) => rule !== 'against');
  return {
    url: base,
    ok: broken.length === 0,
    requests: client.requests,
    lists: lists.length,
    pages: lists.reduce((sum, { last }) => sum + last, 0),
    courses,
    rules,
    advice: [...advice, ...new Set(otherRules.flatMap((rule) => rule.advice ?? []))],
  };
}
