// The lists of a service: read to their ends, and compared with the counts that they state.
import { addressOf } from '../../../api/routes.ts';
import { fieldOf } from '../../../catalog/source/record.ts';
import { readLink } from '../../../http/addresses.ts';
import { pageLimit } from '../../../api/page-limit.ts';
import { ProblemsError } from '../../../text/problems.ts';
import type { ReadContext } from '../../input/probe.ts';
import { readJson, requestError, type Resource } from '../../input/resource.ts';
import type { Web } from '../../input/web.ts';
import { isObject } from '../../../text/keys.ts';
import { elementsOf } from '../../rows.ts';

export class ServiceLists {
  /** False if a list counts courses that it does not have. */
  isComplete = true;

  constructor(
    private readonly base: string,
    private readonly web: Web,
    private readonly context: Pick<ReadContext, 'notes'>,
  ) {}

  async hashesOfProvider(provider: object): Promise<string[]> {
    const id = String(fieldOf(provider, 'id'));
    const hashes = await this.list(addressOf(this.base, 'provider', id));
    const promised = fieldOf(provider, 'course_count');
    if (typeof promised === 'number' && !isCountOf(promised, hashes))
      this.noteCount(`provider ${id}`, promised, hashes.length);
    return hashes;
  }

  /** The linkhashes in the list of a language. It may be missing or wrong, because it only adds to other lists. */
  async hashesOfLanguage(name: string): Promise<string[]> {
    const address = addressOf(this.base, 'language', name);
    try {
      return (await this.web.find(address)) === undefined ? [] : (await this.walk(address)).hashes;
    } catch (error) {
      if (!(error instanceof ProblemsError)) throw error;
      this.isComplete = false;
      const findings = error.problems.map(({ finding }) => finding).join('; ');
      this.context.notes.add('skipped', 'list of a language that cannot be read', address, findings);
      return [];
    }
  }

  /** A list that contradicts itself may have changed while it was read: it is read once more. */
  private async list(address: string): Promise<string[]> {
    for (let attempt = 1; ; attempt += 1) {
      const { hashes, pages, count, isConsistent, wrongNext } = await this.walk(address);
      if (isConsistent) return hashes;
      for (const page of pages) this.web.store.forget(page);
      if (attempt < 2) continue;
      if (wrongNext === undefined) {
        this.noteCount(address, count ?? 0, hashes.length);
        return hashes;
      }
      const after = `after ${hashes.length} of ${count ?? 'an unknown number of'} courses`;
      throw requestError(address, `cannot be read to its end: its next page is ${wrongNext} ${after}`);
    }
  }

  /** Reads a list to its end, or to a page whose `next` cannot be right, which is then `wrongNext`. */
  private async walk(address: string) {
    const hashes: string[] = [];
    const pages = new Set<string>();
    const counts = new Set<number>();
    let maxPages = Number.POSITIVE_INFINITY;
    for (let current = address; ;) {
      const page = readJson(await this.pageAt(current, pages));
      const results = elementsOf(fieldOf(page, 'results'));
      const listed = results.map((course) => fieldOf(course, 'linkhash')).filter((hash) => typeof hash === 'string');
      if (listed.length < results.length || !isObject(page))
        throw requestError(current, 'expected a page of a list of courses');
      const total = fieldOf(page, 'count');
      if (typeof total === 'number') {
        if (counts.size === 0) maxPages = pageLimit(total, results.length);
        counts.add(total);
      }
      pages.add(current);
      hashes.push(...listed);
      const link = fieldOf(page, 'next');
      const next = typeof link === 'string' ? readLink(link, address, this.base).address : undefined;
      const wrongNext = next !== undefined && (pages.has(next) || pages.size >= maxPages || results.length === 0);
      if (next === undefined || wrongNext) {
        const isConsistent = !wrongNext && [...counts].every((count) => isCountOf(count, hashes));
        return { hashes, pages, count: [...counts][0], isConsistent, wrongNext: next };
      }
      current = next;
    }
  }

  /** A page of a list. If it does not exist, the pages that led to it must have changed and are requested again. */
  private async pageAt(address: string, earlierPages: Iterable<string>): Promise<Resource> {
    const page = await this.web.find(address);
    if (page !== undefined) return page;
    for (const stale of [addressOf(this.base, 'providers'), ...earlierPages]) this.web.store.forget(stale);
    return this.web.get(address);
  }

  private noteCount(list: string, promised: number, came: number): void {
    this.isComplete = false;
    const what = 'courses that a list counts but does not have, or the other way round';
    this.context.notes.add('skipped', what, list, `${promised}, ${came} came`);
  }
}

/** A list may have a course twice: some services count its entries, some its courses. */
function isCountOf(count: number, hashes: readonly string[]): boolean {
  return count === hashes.length || count === new Set(hashes).size;
}
