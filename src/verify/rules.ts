// Rules: everything that `verify` holds a service against, in one table.

export interface Rule {
  /** What holds. */
  readonly title: string;
  /** The section of the specification that says so; the limits of section 7 and 8 are our own reading. */
  readonly section: string;
  /** `contract`: a reader relies on it, and breaking it fails. `limit`: readers can live without it, as many static hosts make them. */
  readonly kind: 'contract' | 'limit';
  /** What to do where it does not hold; `{url}` stands for the verified address. */
  readonly advice?: string;
}

/** What most static hosts can be told in files of their own. */
const hostAdvice =
  'build with --host NAME and install its configuration; npx course-catalog hosts says what each host can';

/** A new rule is a new row: the report follows from it. Rows stand in the order of the report. */
export const rules = {
  reachable: {
    title: 'the API answers at the address',
    section: '4',
    kind: 'contract',
    advice: 'name the address that the API was published at, as --base-url had it, and see that the host is up',
  },
  answers: {
    title: 'the host answers every request, within the time',
    section: '4',
    kind: 'contract',
    advice: 'the host refuses so many requests or is slow; run again with --concurrency 2 or a longer --timeout',
  },
  status: {
    title: 'every address that the API names answers 200',
    section: '4',
    kind: 'contract',
    advice: 'look at the deployment: files are missing, or the host does not answer a folder with its index file',
  },
  'content-type': {
    title: 'responses are Content-Type: application/json',
    section: '1.5',
    kind: 'contract',
    advice: 'have the host send application/json; build with --host NAME for a host that has its own way to set types',
  },
  json: { title: 'bodies are JSON in UTF-8', section: '1.5', kind: 'contract' },
  providers: { title: 'the provider list holds providers, field by field', section: '2.4', kind: 'contract' },
  categories: { title: 'the category tree holds categories in two levels', section: '2.5', kind: 'contract' },
  envelope: { title: 'pages of lists have the envelope', section: '2.3', kind: 'contract' },
  'envelope-extra': {
    title: "the envelope's title is the category's name, its language the one of the path",
    section: '2.3',
    kind: 'contract',
  },
  'summary-record': { title: 'lists hold summary records, field by field', section: '2.2', kind: 'contract' },
  'course-record': {
    title: 'courses are full records, field by field; catalog_id is an integer, or null where there is none',
    section: '2.1',
    kind: 'contract',
  },
  ids: { title: 'an id is that of one course, one provider or one category', section: '2', kind: 'contract' },
  linkhash: { title: 'linkhash is the MD5 of linkurl', section: '2.1', kind: 'contract' },
  count: { title: 'count is the number of items in all pages', section: '2.3', kind: 'contract' },
  'page-loop': {
    title: '?page=n never answers another page again',
    section: '2.3',
    kind: 'contract',
    advice: 'the host ignores ?page=; build with --page-links path',
  },
  'page-end': {
    title: 'the pages of a list go on with other courses, and end when count items have come',
    section: '2.3',
    kind: 'contract',
  },
  next: { title: 'next is {base_url}/api/v1/<same path>/?page=<n>', section: '2.3', kind: 'contract' },
  'next-by-path': {
    title: 'next carries the page in the query, not in the path (page/<n>/)',
    section: '4.1',
    kind: 'limit',
    advice: 'links by path work on every host; where this one maps ?page=n, build with --page-links query',
  },
  'page-number': {
    title: 'where next is ?page=<n>, ?page=1 and ?page=2 answer these pages',
    section: '4.1',
    kind: 'contract',
  },
  'link-base': {
    title: 'links begin with the address of the API',
    section: '2.3',
    kind: 'contract',
    advice: 'build with --base-url {url}',
  },
  previous: { title: 'previous leads back to the page before', section: '2.3', kind: 'contract' },
  'course-count': {
    title: "course_count is the count of the category's or provider's list",
    section: '4.4',
    kind: 'contract',
  },
  'parent-courses': { title: "a child category's courses are in its parent's list", section: '4.4', kind: 'contract' },
  'catalog-count': {
    title: "course_count_catalog counts the provider's courses: where some have no catalog_id, those that have one",
    section: '2.4',
    kind: 'contract',
  },
  'latest-order': { title: 'the latest list goes from newest to oldest', section: '4.3', kind: 'contract' },
  'latest-newest': {
    title: 'the latest list holds the newest courses, each once',
    section: '4.3',
    kind: 'contract',
  },
  'latest-view': {
    title: 'courses in the latest list are those of their single views',
    section: '2.1',
    kind: 'contract',
  },
  'course-view': {
    title: 'every listed course has its single view, with the same values',
    section: '4.2',
    kind: 'contract',
  },
  'course-provider': {
    title: "a course's provider is in the provider list, under that name",
    section: '2.1',
    kind: 'contract',
  },
  'course-categories': {
    title: 'categories are parallel to categories_ids and name the categories of the tree',
    section: '2.1',
    kind: 'contract',
  },
  'course-same': { title: 'a course is the same wherever it is listed', section: '2.2', kind: 'contract' },
  'list-members': {
    title: 'a list holds only courses of its category, language or provider',
    section: '1.2',
    kind: 'contract',
  },
  'list-complete': {
    title: 'a course is in the lists of all its categories, languages and its provider',
    section: '1.2',
    kind: 'contract',
  },
  unknown: {
    title: 'an unknown category, language, provider or hash is refused',
    section: '7',
    kind: 'contract',
    advice: 'turn off the fallback page for unknown addresses (single-page application mode)',
  },
  head: { title: 'HEAD answers as GET does, without the body', section: '4.5', kind: 'contract' },
  'read-only': {
    title: 'POST, PUT, PATCH and DELETE are not taken: none is answered by a success of its own',
    section: '1.4',
    kind: 'contract',
    advice: 'have the host refuse every method but GET, HEAD and OPTIONS',
  },
  'unknown-body': {
    title: 'what is unknown is answered by 404, as JSON with a detail',
    section: '7',
    kind: 'limit',
    advice: hostAdvice,
  },
  'page-query': { title: '?page=1 and ?page=2 answer these pages', section: '4.1', kind: 'limit', advice: hostAdvice },
  'page-unknown': {
    title: '?page=0, ?page=abc and a page past the end are answered by 404',
    section: '7',
    kind: 'limit',
    advice: hostAdvice,
  },
  'encoded-names': { title: 'a language name answers however it is percent-encoded', section: '4', kind: 'limit' },
  'last-slash': {
    title: 'an address without its last slash redirects to the one with it',
    section: '4',
    kind: 'limit',
  },
  vary: { title: 'responses carry Vary: Accept', section: '1.5', kind: 'limit', advice: hostAdvice },
  allow: { title: 'responses carry Allow: GET, HEAD, OPTIONS', section: '1.4', kind: 'limit', advice: hostAdvice },
  options: {
    title: 'OPTIONS is answered by 200 or 204, with Allow',
    section: '4.5',
    kind: 'limit',
    advice: hostAdvice,
  },
  cors: {
    title: 'pages of every origin may read (Access-Control-Allow-Origin)',
    section: '1.1',
    kind: 'limit',
    advice: hostAdvice,
  },
  methods: { title: 'other methods are refused by 405, with Allow', section: '1.4', kind: 'limit', advice: hostAdvice },
  'methods-body': { title: 'a 405 is JSON with a detail', section: '7', kind: 'limit', advice: hostAdvice },
  against: {
    title: 'every response is the file of the local build, byte for byte',
    section: '4',
    kind: 'contract',
    advice: 'the deployment is stale or half done: deploy again',
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;

export const ruleNames = Object.keys(rules).filter((name): name is RuleName => name in rules);
