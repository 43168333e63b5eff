// Rules: everything that `verify` checks, in one table.

export interface Rule {
  /** What must be true. */
  readonly title: string;
  /** The section of the specification that requires it; the limits of sections 7 and 8 are our interpretation. */
  readonly section: string;
  /**
   * `contract`: clients rely on it, so breaking it fails. `limit`: clients can live without it, as on many static hosts.
   * `header`: required of every host that can set headers, and a limit on one that sends no `Allow`, as GitHub Pages.
   */
  readonly kind: 'contract' | 'limit' | 'header';
  /** What to do if it is broken; `{url}` is replaced by the verified address. */
  readonly advice?: string;
}

/** For limits that most static hosts can lift with their own configuration files. */
const hostAdvice =
  'build with --host NAME and install its configuration; npx course-catalog hosts lists what each host can do';

/** A new rule is a new row: the report follows from it. Rows are in the order of the report. */
export const rules = {
  reachable: {
    title: 'the API answers at the address',
    section: '4',
    kind: 'contract',
    advice: 'use the address where the API is published, as in --base-url, and make sure that the host is up',
  },
  answers: {
    title: 'the host answers every request in time',
    section: '4',
    kind: 'contract',
    advice: 'the host is slow or limits requests; run again with --concurrency 2 or a longer --timeout',
  },
  status: {
    title: 'every address in the API answers 200',
    section: '4',
    kind: 'contract',
    advice: 'check the deployment: files are missing, or the host does not serve the index file of a folder',
  },
  'content-type': {
    title: 'responses have Content-Type: application/json',
    section: '1.5',
    kind: 'contract',
    advice: 'make the host send application/json; --host NAME writes the configuration of hosts that can set types',
  },
  json: { title: 'bodies are JSON in UTF-8', section: '1.5', kind: 'contract' },
  providers: { title: 'the provider list has valid provider records', section: '2.4', kind: 'contract' },
  categories: { title: 'the category tree has valid categories on two levels', section: '2.5', kind: 'contract' },
  envelope: { title: 'list pages have the envelope', section: '2.3', kind: 'contract' },
  'envelope-extra': {
    title: "the envelope's title is the category's name, and its language is the one in the path",
    section: '2.3',
    kind: 'contract',
  },
  'summary-record': { title: 'lists have valid summary records', section: '2.2', kind: 'contract' },
  'course-record': {
    title: 'courses are valid full records; catalog_id is an integer, or null if there is none',
    section: '2.1',
    kind: 'contract',
  },
  ids: { title: 'no two courses, providers or categories share an id', section: '2', kind: 'contract' },
  linkhash: { title: 'linkhash is the MD5 of linkurl', section: '2.1', kind: 'contract' },
  count: { title: 'count is the number of items on all pages', section: '2.3', kind: 'contract' },
  'page-loop': {
    title: '?page=n never repeats another page',
    section: '2.3',
    kind: 'contract',
    advice: 'the host ignores ?page=; build with --page-links path',
  },
  'page-end': {
    title: 'the pages of a list do not repeat, and end after count items',
    section: '2.3',
    kind: 'contract',
  },
  next: { title: 'next is {base_url}/api/v1/<same path>/?page=<n>', section: '2.3', kind: 'contract' },
  'next-by-path': {
    title: 'next has the page in the query, not in the path (page/<n>/)',
    section: '4.1',
    kind: 'limit',
    advice: 'links by path work on every host; if this one maps ?page=n, build with --page-links query',
  },
  'page-number': {
    title: 'if next is ?page=<n>, ?page=1 and ?page=2 return these pages',
    section: '4.1',
    kind: 'contract',
  },
  'link-base': {
    title: 'links start with the address of the API',
    section: '2.3',
    kind: 'contract',
    advice: 'build with --base-url {url}',
  },
  previous: { title: 'previous links to the page before', section: '2.3', kind: 'contract' },
  'course-count': {
    title: "course_count equals the count of the category's or provider's list",
    section: '4.4',
    kind: 'contract',
  },
  'parent-courses': { title: "a child category's courses are in its parent's list", section: '4.4', kind: 'contract' },
  'catalog-count': {
    title: "course_count_catalog counts the provider's courses; if some have no catalog_id, only those that have one",
    section: '2.4',
    kind: 'contract',
  },
  'latest-order': { title: 'the latest list is sorted from newest to oldest', section: '4.3', kind: 'contract' },
  'latest-newest': {
    title: 'the latest list has the newest courses, each once',
    section: '4.3',
    kind: 'contract',
  },
  'latest-view': {
    title: 'courses in the latest list are the same as in their single views',
    section: '2.1',
    kind: 'contract',
  },
  'course-view': {
    title: 'every listed course has a single view with the same values',
    section: '4.2',
    kind: 'contract',
  },
  'course-provider': {
    title: "a course's provider is in the provider list under the same name",
    section: '2.1',
    kind: 'contract',
  },
  'course-categories': {
    title: 'categories correspond to categories_ids and are paths in the category tree',
    section: '2.1',
    kind: 'contract',
  },
  'course-same': { title: 'a course is the same in every list', section: '2.2', kind: 'contract' },
  'list-members': {
    title: 'a list has only courses of its category, language or provider',
    section: '1.2',
    kind: 'contract',
  },
  'list-complete': {
    title: 'a course is in the lists of its provider and of all its categories and languages',
    section: '1.2',
    kind: 'contract',
  },
  unknown: {
    title: 'an unknown category, language, provider or hash is refused',
    section: '7',
    kind: 'contract',
    advice: 'turn off the fallback page for unknown addresses (single-page application mode)',
  },
  head: { title: 'HEAD answers like GET, without the body', section: '4.5', kind: 'contract' },
  'read-only': {
    title: 'POST, PUT, PATCH and DELETE are not accepted',
    section: '1.4',
    kind: 'contract',
    advice: 'make the host refuse every method except GET, HEAD and OPTIONS',
  },
  'unknown-body': {
    title: 'an unknown address answers 404 with a JSON detail',
    section: '7',
    kind: 'limit',
    advice: hostAdvice,
  },
  'page-query': { title: '?page=1 and ?page=2 return these pages', section: '4.1', kind: 'limit', advice: hostAdvice },
  'page-unknown': {
    title: '?page=0, ?page=abc and a page past the end answer 404',
    section: '7',
    kind: 'limit',
    advice: hostAdvice,
  },
  'encoded-names': { title: 'a language name works in any percent-encoding', section: '4', kind: 'limit' },
  'last-slash': {
    title: 'an address without its trailing slash redirects to the one with it',
    section: '4',
    kind: 'limit',
  },
  vary: { title: 'responses have Vary: Accept', section: '1.5', kind: 'header', advice: hostAdvice },
  allow: { title: 'responses have Allow: GET, HEAD, OPTIONS', section: '1.4', kind: 'limit', advice: hostAdvice },
  options: {
    title: 'OPTIONS answers 200 or 204, with Allow',
    section: '4.5',
    kind: 'limit',
    advice: hostAdvice,
  },
  cors: {
    title: 'web pages of any origin may read responses (Access-Control-Allow-Origin)',
    section: '1.1',
    kind: 'limit',
    advice: hostAdvice,
  },
  methods: { title: 'other methods answer 405, with Allow', section: '1.4', kind: 'limit', advice: hostAdvice },
  'methods-body': { title: 'a 405 has a JSON detail', section: '7', kind: 'limit', advice: hostAdvice },
  formats: {
    title: 'pages, feeds, dumps and documents beside the API have their types, and any origin may read what is data',
    section: '1.5',
    kind: 'limit',
    advice: hostAdvice,
  },
  against: {
    title: 'every response equals the file of the local build, byte for byte',
    section: '4',
    kind: 'contract',
    advice: 'the deployment is out of date or incomplete: deploy again',
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;

export const ruleNames = Object.keys(rules).filter((name): name is RuleName => name in rules);
