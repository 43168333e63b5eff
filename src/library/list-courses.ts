// The courses of a list: its pages, followed by the links between them (specification 2.3).
import { pageLimit } from '../api/page-limit.ts';
import type { CourseSummary, Envelope } from '../api/records.ts';
import { apiRoot, pageSegment } from '../api/routes.ts';
import { CatalogError, PagingError } from './errors.ts';

/** Pages that are requested before their turn. */
const pagesAhead = 8;

/** The courses of the list at `first`, which is below `root`. `load` reads the page at an address. */
export async function* listCourses(
  first: string,
  root: URL,
  load: (address: string) => Promise<Envelope>,
): AsyncGenerator<CourseSummary, void> {
  const loading = new Map<string, Promise<Envelope>>();
  const pageAt = (address: string) => {
    const page = loading.get(address) ?? load(address);
    loading.set(address, page);
    // It is reported when its turn comes, if that comes.
    page.catch(() => {});
    return page;
  };
  const earlier = new Set<string>();
  let pages = 0;
  for (let [address, number] = [first, 1]; ; number += 1) {
    const { count, next, results } = await pageAt(address);
    loading.delete(address);
    const courses = results.map(({ linkhash }) => linkhash).join(' ');
    if (earlier.has(courses)) throw new PagingError(`repeats an earlier page: ${advice}`, address, 200);
    earlier.add(courses);
    if (number === 1) pages = pageLimit(count, results.length);
    if (number > pages) throw new PagingError(`is page ${number} of a list of ${count} courses`, address, 200);
    // Some services leave it out on the last page.
    const link = typeof next === 'string' ? below(root, next, address) : undefined;
    if (link !== undefined)
      for (
        let later = number + 1;
        later <= Math.min(number + pagesAhead, Math.ceil(count / results.length));
        later += 1
      )
        void pageAt(withPage(link, number + 1, later));
    yield* results;
    if (link === undefined) return;
    address = link;
  }
}

const advice = 'the host may ignore ?page=, which a build with --page-links path does without';

/** A link, moved below the root: a service may be known by other names than its own. */
function below(root: URL, link: string, address: string): string {
  const start = link.indexOf(`${apiRoot}/`);
  if (start === -1) throw new CatalogError(`has a next page that is not below ${apiRoot}/: ${link}`, address, 200);
  return new URL(link.slice(start), root).href;
}

/** The address of a later page, by that of page `number`; that one itself if its number is not at the end. */
function withPage(link: string, number: number, later: number): string {
  const [, start, end] = new RegExp(String.raw`^(.*(?:\?page=|/${pageSegment}/))${number}(/?)$`, 'u').exec(link) ?? [];
  return start === undefined ? link : `${start}${later}${end}`;
}
