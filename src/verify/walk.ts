// Walking: one paged list from its first page to its last by `next`, each page held against the specification (2.3).
import { createHash } from 'node:crypto';
import { addressOf, routes, type PagedRoute } from '../api/routes.ts';
import { envelopeSchema, summarySchema } from '../api/schemas.ts';
import { z } from 'zod';
import { compareText, quoteText } from '../problems.ts';
import { quoteLink, readLink } from './addresses.ts';
import type { Courses, Seen } from './courses.ts';
import type { Request } from './curl.ts';
import { readJson, type Run } from './run.ts';
import { readRecord } from './shapes.ts';

export interface List {
  readonly route: PagedRoute;
  /** What the path names: an id, or a language. */
  readonly parameter: string;
  /** The value that the envelope's extra field must have; null where it has none. */
  readonly label: string | null;
  /** What the tree or the provider list says that it counts; undefined for languages, which nothing counts. */
  readonly courseCount: number | undefined;
}

export interface Walked {
  readonly list: List;
  readonly address: string;
  /** The list's distinct courses. */
  readonly courses: ReadonlySet<Seen>;
  /** `count` of its first page; undefined where there was no envelope. */
  readonly count: number | undefined;
  /** Whether the end was reached with every record read. */
  readonly isWhole: boolean;
  /** The last page that was read. */
  readonly last: number;
  /** The courses of pages 1 and 2, as `coursesOn` has them; a page that is another one again is not there. */
  readonly pages: readonly string[];
  /** Whether page 1 has a next one. */
  readonly hasNext: boolean;
}

/** A page as far as the next one is held against it. */
interface Page {
  readonly number: number;
  readonly request: Request;
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly items: number;
  /** The same for the same page, whatever the order on it. */
  readonly key: string;
  readonly onPage: string;
  readonly isWhole: boolean;
}

/** Pages that are still read when all items that `count` tells of have come. */
const furtherPages = 3;

/** Walks a list. Ends by itself: a page that comes again, or pages that go on after the last item, are named and not followed. */
export async function walk(run: Run, courses: Courses, list: List, onItems: (items: number) => void): Promise<Walked> {
  const address = addressOf(run.base, list.route, list.parameter);
  const walked = {
    list,
    address,
    courses: new Set<Seen>(),
    count: undefined,
    isWhole: false,
    last: 0,
    hasNext: false,
    pages: [],
  };
  return new Walk(run, courses, walked, onItems).toEnd();
}

interface Walking extends Walked {
  readonly courses: Set<Seen>;
  count: number | undefined;
  isWhole: boolean;
  last: number;
  hasNext: boolean;
  readonly pages: string[];
}

class Walk {
  private readonly keys = new Map<string, number>();
  private items = 0;
  private pagesPastCount = 0;

  constructor(
    private readonly run: Run,
    private readonly courses: Courses,
    private readonly walked: Walking,
    private readonly onItems: (items: number) => void,
  ) {}

  async toEnd(): Promise<Walked> {
    const { walked } = this;
    let isWhole = true;
    let previous: Page | undefined;
    for (let address: string | undefined = walked.address; address !== undefined;) {
      const page = await this.read(address, walked.last + 1);
      if (page === undefined || this.isRepeated(page)) return walked;
      walked.last = page.number;
      walked.hasNext ||= page.next !== null;
      if (page.number <= 2) walked.pages.push(page.onPage);
      walked.count ??= page.count;
      isWhole &&= page.isWhole;
      this.items += page.items;
      this.onItems(page.items);
      await this.holdPrevious(page, previous);
      if (page.next === null) {
        this.holdCount(page);
        return { ...walked, isWhole };
      }
      if (!this.holdEnd(page)) return walked;
      address = this.follow(page, page.next);
      previous = page;
    }
    return walked;
  }

  private async read(address: string, number: number): Promise<Page | undefined> {
    const { run, walked } = this;
    const { route, label } = walked.list;
    const read = await readJson(run, address);
    if (read === undefined) return undefined;
    const { request } = read.answer;
    const where = `page ${number}`;
    const envelope = readRecord(run, 'envelope', envelopeSchema(route, z.unknown()), read.value, request, where);
    if (envelope === undefined) return undefined;
    const { extra } = routes[route];
    if (extra !== null) {
      const told: unknown = Object.getOwnPropertyDescriptor(envelope, extra)?.value;
      const finding = () => `${extra} is ${quoteText(String(told))}, and should be ${quoteText(String(label))}`;
      run.findings.expect('envelope-extra', told === label, request, finding);
    }
    const { count, next, previous, results } = envelope;
    let isWhole = true;
    for (const [at, item] of results.entries()) {
      const record = readRecord(run, 'summary-record', summarySchema, item, request, `${where}, results[${at}]`);
      isWhole &&= record !== undefined;
      if (record !== undefined) this.see(this.courses.see(run, record, request));
    }
    const onPage = coursesOn(results);
    const key = createHash('md5')
      .update(JSON.stringify([count, next, previous, results.length, onPage]))
      .digest('hex');
    return { number, request, count, next, previous, items: results.length, key, onPage, isWhole };
  }

  private see(seen: Seen): void {
    const { list, courses } = this.walked;
    courses.add(seen);
    const provider = Number(list.parameter);
    if (list.route === 'provider' && !seen.providers.includes(provider)) seen.providers.push(provider);
  }

  private isRepeated({ key, number, request }: Page): boolean {
    const earlier = this.keys.get(key);
    this.keys.set(key, number);
    // A host that ignores the query has an advice of its own.
    const rule = /[?&]page=/u.test(request.url) || earlier === undefined ? 'page-loop' : 'page-end';
    const isNew = this.run.findings.expect(rule, earlier === undefined, request, () => {
      return `page ${number} of ${this.walked.address} is page ${earlier} again`;
    });
    return !isNew;
  }

  private holdCount({ request, count }: Page): void {
    const { walked, items, run } = this;
    run.findings.expect('page-end', true, request, () => '');
    run.findings.expect('count', walked.count === items && count === items, request, () => {
      const last = count === walked.count ? '' : ` and ${count} on the last`;
      return `count is ${walked.count} on page 1 of ${walked.address}${last}; ${items} came by page ${walked.last}`;
    });
  }

  /** Whether the pages may go on. */
  private holdEnd({ number, items, request, count }: Page): boolean {
    const { walked, run } = this;
    if (this.items >= (walked.count ?? 0)) this.pagesPastCount += 1;
    run.findings.expect('count', count === walked.count, request, () => {
      return `count is ${walked.count} on page 1 of ${walked.address}, and ${count} on page ${number}`;
    });
    if (items > 0 && this.pagesPastCount <= furtherPages) return true;
    return run.findings.expect('page-end', false, request, () => {
      const came = items === 0 ? `page ${number} is empty` : `${this.items} items came by page ${number}`;
      return `count is ${walked.count} for ${walked.address}, ${came}, and next leads on`;
    });
  }

  private follow({ number, request }: Page, next: string): string | undefined {
    const { findings, base } = this.run;
    const link = readLink(next, this.walked.address, base);
    const finding = () => `next of page ${number} is ${quoteLink(next)}`;
    findings.expect('link-base', link.isOfBase, request, finding);
    const isRight = link.page === number + 1;
    if (isRight && link.form !== 'own') findings.expect('next-by-path', link.form === 'query', request, finding);
    if (!(isRight && link.form === 'path')) findings.expect('next', isRight && link.form === 'query', request, finding);
    return link.address;
  }

  /** `previous` may have any form that leads to the page before: services differ in how they name page 1. */
  private async holdPrevious({ number, previous, request }: Page, before: Page | undefined): Promise<void> {
    const { run, walked } = this;
    const { findings, base } = run;
    const finding = () => `previous of page ${number} is ${previous === null ? 'null' : quoteLink(previous)}`;
    if (before === undefined || previous === null) {
      findings.expect('previous', (before === undefined) === (previous === null), request, finding);
      return;
    }
    const link = readLink(previous, walked.address, base);
    findings.expect('link-base', link.isOfBase, request, finding);
    const isNamed = link.page === undefined ? link.address === before.request.url : link.page === before.number;
    const isRight = isNamed || (link.page === undefined && (await this.isPage(link.address, before)));
    findings.expect('previous', isRight, request, finding);
  }

  private async isPage(address: string | undefined, page: Page): Promise<boolean> {
    if (address === undefined) return false;
    const found = await this.read(address, page.number);
    return found?.key === page.key;
  }
}

/** A digest of the courses in `results`, whatever their order. */
export function coursesOn(results: readonly unknown[]): string {
  const hashes = results.map(hashOf).toSorted(compareText);
  return createHash('md5').update(hashes.join(' ')).digest('hex');
}

function hashOf(record: unknown): string {
  return typeof record === 'object' && record !== null && 'linkhash' in record ? String(record.linkhash) : '';
}
