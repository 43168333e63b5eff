// Rules: everything that `verify` checks, in one table.
import { keysOf } from '../text/keys.ts';

/**
 * What must be true, the section of the specification that requires it (the limits of sections 7 and 8 are our interpretation), and what
 * to do if it is broken, in which `{url}` stands for the verified address. `contract`: clients rely on it, so breaking it fails.
 * `limit`: clients can live without it, as on many static hosts. `header`: required of every host that can set headers, and a limit on
 * one that sends no `Allow`, as GitHub Pages.
 */
const ruleOf = (kind: 'contract' | 'limit' | 'header') => (title: string, section: string, advice?: string) => {
  return { title, section, kind, advice };
};

const [contract, limit, header] = [ruleOf('contract'), ruleOf('limit'), ruleOf('header')];

/** For limits that most static hosts can lift with their own configuration files. */
const hostAdvice =
  'build with --host NAME and install its configuration; npx --no static-course-catalog hosts lists what each host can do';

/** A new rule is a new row: the report follows from it. Rows are in the order of the report. */
export const verifyRules = {
  reachable: contract(
    'the API answers at the address',
    '4',
    'use the address where the API is published, as in --base-url, and make sure that the host is up',
  ),
  answers: contract(
    'the host answers every request in time',
    '4',
    'the host is slow or limits requests; run again with --limit 20, or later',
  ),
  status: contract(
    'every address in the API answers 200',
    '4',
    'check the deployment: files are missing, or the host does not serve the index file of a folder',
  ),
  'content-type': contract(
    'responses have Content-Type: application/json',
    '1.5',
    'make the host send application/json; --host NAME writes the configuration of hosts that can set types',
  ),
  json: contract('bodies are JSON in UTF-8', '1.5'),
  providers: contract('the provider list has valid provider records', '2.4'),
  categories: contract('the category tree has valid categories on two levels', '2.5'),
  envelope: contract('list pages have the envelope', '2.3'),
  'envelope-extra': contract(
    "the envelope's title is the category's name, and its language is the one in the path",
    '2.3',
  ),
  'summary-record': contract('lists have valid summary records', '2.2'),
  'course-record': contract(
    'courses are valid full records; catalog_id is an integer, or null if there is none',
    '2.1',
  ),
  ids: contract('no two courses, providers or categories share an id', '2'),
  linkhash: contract('linkhash is the MD5 of linkurl', '2.1'),
  count: contract('count is the number of items on all pages', '2.3'),
  'page-loop': contract(
    '?page=n never repeats another page',
    '2.3',
    'the host ignores ?page=; build with --page-links path',
  ),
  'page-end': contract('the pages of a list do not repeat, and end after count items', '2.3'),
  next: contract('next is {base_url}/api/v1/<same path>/?page=<n>', '2.3'),
  'next-by-path': limit(
    'next has the page in the query, not in the path (page/<n>/)',
    '4.1',
    'links by path work on every host; if this one maps ?page=n, build with --page-links query',
  ),
  'page-number': contract('if next is ?page=<n>, ?page=1 and ?page=2 return these pages', '4.1'),
  'link-base': contract('links start with the address of the API', '2.3', 'build with --base-url {url}'),
  previous: contract('previous links to the page before', '2.3'),
  'course-count': contract("course_count equals the count of the category's or provider's list", '4.4'),
  'parent-courses': contract("a child category's courses are in its parent's list", '4.4'),
  'catalog-count': contract(
    "course_count_catalog counts the provider's courses; if some have no catalog_id, only those that have one",
    '2.4',
  ),
  'latest-order': contract('the latest list is sorted from newest to oldest', '4.3'),
  'latest-newest': contract('the latest list has the newest courses, each once', '4.3'),
  'latest-view': contract('courses in the latest list are the same as in their single views', '2.1'),
  'course-view': contract('every listed course has a single view with the same values', '4.2'),
  'course-provider': contract("a course's provider is in the provider list under the same name", '2.1'),
  'course-categories': contract('categories correspond to categories_ids and are paths in the category tree', '2.1'),
  'course-same': contract('a course is the same in every list', '2.2'),
  'list-members': contract('a list has only courses of its category, language or provider', '1.2'),
  'list-complete': contract('a course is in the lists of its provider and of all its categories and languages', '1.2'),
  unknown: contract(
    'an unknown category, language, provider or hash is refused',
    '7',
    'turn off the fallback page for unknown addresses (single-page application mode)',
  ),
  head: contract('HEAD answers like GET, without the body', '4.5'),
  'read-only': contract(
    'POST, PUT, PATCH and DELETE are not accepted',
    '1.4',
    'make the host refuse every method except GET, HEAD and OPTIONS',
  ),
  'unknown-body': limit('an unknown address answers 404 with a JSON detail', '7', hostAdvice),
  'page-query': limit('?page=1 and ?page=2 return these pages', '4.1', hostAdvice),
  'page-unknown': limit('?page=0, ?page=abc and a page past the end answer 404', '7', hostAdvice),
  'encoded-names': limit('a language name works in any percent-encoding', '4'),
  'last-slash': limit('an address without its trailing slash redirects to the one with it', '4'),
  vary: header('responses have Vary: Accept', '1.5', hostAdvice),
  allow: limit('responses have Allow: GET, HEAD, OPTIONS', '1.4', hostAdvice),
  options: limit('OPTIONS answers 200 or 204, with Allow', '4.5', hostAdvice),
  cors: limit('web pages of any origin may read responses (Access-Control-Allow-Origin)', '1.1', hostAdvice),
  'cors-headers': limit(
    'web pages of any origin may send headers such as If-None-Match and Range, and read ETag and Content-Range',
    '1.1',
    hostAdvice,
  ),
  methods: limit('other methods answer 405, with Allow', '1.4', hostAdvice),
  'methods-body': limit('a 405 has a JSON detail', '7', hostAdvice),
  formats: limit(
    'pages, feeds, dumps and data beside the API have their types, and any origin may read what is data',
    '1.5',
    hostAdvice,
  ),
  changes: contract(
    'the journal, if there is one, has every course once, with the digest of its view',
    '4.2',
    'build with --journal, and deploy the whole site',
  ),
  against: contract(
    'every response equals the file of the local build, byte for byte',
    '4',
    'the deployment is out of date or incomplete: deploy again',
  ),
};

export type RuleName = keyof typeof verifyRules;

export const ruleNames = keysOf(verifyRules);
