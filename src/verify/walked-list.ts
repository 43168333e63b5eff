// A walked list: follows `next` from the first page of a list to the last, and checks each page (specification 2.3).
import { addressOf } from '../api/routes.ts';
import { readLink, type PageLink } from '../http/addresses.ts';
import { pageLimit } from '../api/page-limit.ts';
import { quoteLink } from './checks.ts';
import type { SeenCourse } from './courses.ts';
import { coursesKeyIn, readListPage, type ListToWalk, type WalkedPage } from './page.ts';
import type { VerifyRun } from './run.ts';

/** A list, and what a walk through it found. The walk always ends: a repeated page, or pages after the last item, are reported and not followed. */
export class WalkedList {
  readonly address: string;
  readonly courses = new Set<SeenCourse>();
  /** Whether the walk reached the end and every record could be read. */
  isComplete = false;
  /** The number of the last page read. */
  last = 0;
  /** The `coursesKey` of pages 1 and 2, without repeated pages. */
  readonly firstKeys: string[] = [];
  /** The form of the first `next` that was followed. */
  nextForm: PageLink['form'] | undefined;
  /** Page numbers by `key`, and by `orderKey`. */
  private readonly keys = new Map<string, number>();
  private readonly orderKeys = new Map<string, number>();
  private first: WalkedPage | undefined;
  private items = 0;

  constructor(
    private readonly run: VerifyRun,
    readonly list: ListToWalk,
    private readonly onItems: (items: number) => void,
  ) {
    this.address = addressOf(run.base, list.route, list.parameter);
  }

  /** Undefined if there was no envelope on its first page. */
  get count(): number | undefined {
    return this.first?.count;
  }

  get hasNext(): boolean {
    return this.first !== undefined && this.first.next !== null;
  }

  async toEnd(): Promise<this> {
    let isComplete = true;
    let previous: WalkedPage | undefined;
    for (let address: string | undefined = this.address; address !== undefined;) {
      this.run.pagesLeft -= 1;
      const page = await readListPage(this.run, this.list, address, this.last + 1);
      if (page === undefined) return this;
      this.addCourses(page);
      if (this.isRepeated(page)) return this;
      this.last = page.number;
      if (page.number <= 2) this.firstKeys.push(page.coursesKey);
      isComplete &&= page.isComplete;
      this.items += page.items;
      this.onItems(page.items);
      await this.checkPrevious(page, previous);
      if (page.next === null) {
        this.checkCount(page);
        this.isComplete = isComplete;
        return this;
      }
      if (!this.checkEnd(page)) return this;
      address = this.follow(page, page.next);
      previous = page;
    }
    return this;
  }

  private addCourses(page: WalkedPage): void {
    this.first ??= page;
    const provider = Number(this.list.parameter);
    for (const course of page.courses) {
      this.courses.add(course);
      if (this.list.route === 'provider' && !course.providers.includes(provider)) course.providers.push(provider);
    }
  }

  private isRepeated(page: WalkedPage): boolean {
    const { checks } = this.run;
    const { number, request } = page;
    const earlier = this.keys.get(page.key);
    this.keys.set(page.key, number);
    // For a host that ignores the query there is a separate rule, with its own advice.
    const rule = /[?&]page=/u.test(request.url) || earlier === undefined ? 'page-loop' : 'page-end';
    const finding = `page ${number} of ${this.address} repeats page ${earlier}`;
    const isNew = checks.expect(rule, earlier === undefined, request, finding);
    return !isNew || this.hasRepeatedItems(page);
  }

  /** The links may be right although the items repeat. A page with one course may repeat, unless courses are still missing. */
  private hasRepeatedItems({ number, request, orderKey, items }: WalkedPage): boolean {
    const earlier = this.orderKeys.get(orderKey);
    this.orderKeys.set(orderKey, number);
    const isSuspect = items > 1 || (items === 1 && this.courses.size < (this.count ?? 0));
    if (earlier === undefined || !isSuspect) return false;
    const finding = `page ${number} of ${this.address} repeats the courses of page ${earlier}`;
    return !this.run.checks.expect('page-end', false, request, finding);
  }

  private checkCount({ request, count }: WalkedPage): void {
    const { first, items } = this;
    const { checks } = this.run;
    checks.expect('page-end', true, request, '');
    const onLast = count === first?.count ? '' : ` and ${count} on the last`;
    const finding = `count is ${first?.count} on page 1 of ${this.address}${onLast}; up to page ${this.last} there are ${items} items`;
    checks.expect('count', first?.count === items && count === items, request, finding);
  }

  private checkEnd({ number, items, request, count }: WalkedPage): boolean {
    const { first, run } = this;
    const { checks } = run;
    const finding = `count is ${first?.count} on page 1 of ${this.address}, but ${count} on page ${number}`;
    checks.expect('count', count === first?.count, request, finding);
    const maxPages = first === undefined ? 0 : pageLimit(first.count, first.items);
    const mayGoOn = items > 0 && number < maxPages;
    if (mayGoOn && run.pagesLeft > 0) return true;
    const reason = items === 0 ? `page ${number} is empty` : `there are ${this.items} items up to page ${number}`;
    const fault = mayGoOn
      ? `${this.address} has more pages than verify reads in one run; use --limit`
      : `count is ${first?.count} for ${this.address}, ${reason}, but it has a next page`;
    return checks.expect('page-end', false, request, fault);
  }

  private follow({ number, request }: WalkedPage, next: string): string | undefined {
    const { checks, base } = this.run;
    const link = readLink(next, this.address, base);
    this.nextForm ??= link.form;
    const finding = `next of page ${number} is ${quoteLink(next)}`;
    checks.expect('link-base', link.isOfBase, request, finding);
    const isRight = link.page === number + 1;
    if (isRight && link.form !== 'own') checks.expect('next-by-path', link.form === 'query', request, finding);
    if (!(isRight && link.form === 'path')) checks.expect('next', isRight && link.form === 'query', request, finding);
    return link.address;
  }

  /** `previous` may have any form that leads to the page before: services differ in their links to page 1. */
  private async checkPrevious(
    { number, previous, request }: WalkedPage,
    before: WalkedPage | undefined,
  ): Promise<void> {
    const { checks, base } = this.run;
    const finding = `previous of page ${number} is ${previous === null ? 'null' : quoteLink(previous)}`;
    if (before === undefined || previous === null) {
      checks.expect('previous', (before === undefined) === (previous === null), request, finding);
      return;
    }
    const link = readLink(previous, this.address, base);
    checks.expect('link-base', link.isOfBase, request, finding);
    const isDirect = link.page === undefined ? link.address === before.request.url : link.page === before.number;
    const isRight = isDirect || (link.page === undefined && (await this.keyAt(link.address)) === before.coursesKey);
    checks.expect('previous', isRight, request, finding);
  }

  /** The `coursesKey` of a page at an address. Records no checks: a foreign address is not part of this list. */
  private async keyAt(url: string | undefined) {
    return url === undefined ? undefined : coursesKeyIn(await this.run.client.send({ method: 'GET', url }));
  }
}
