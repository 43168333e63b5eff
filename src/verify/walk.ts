// Walking: one paged list from its first page to its last by `next`, each page held against the one before (specification 2.3).
import { quoteLink, readLink, type PageLink } from './addresses.ts';
import type { Courses, Seen } from './courses.ts';
import { addressOfList, coursesIn, readPage, type List, type Page } from './page.ts';
import type { Run } from './run.ts';

/** What the walks of a run share. */
export interface Walks {
  readonly run: Run;
  readonly courses: Courses;
  /** Pages that may still be read, over all lists: the one bound that nothing a host says can move. */
  pagesLeft: number;
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
  /** The courses of pages 1 and 2, as `coursesIn` has them; a page that is another one again is not there. */
  readonly pages: readonly string[];
  /** Whether page 1 has a next one. */
  readonly hasNext: boolean;
  /** The form of the first `next` that was followed. */
  readonly nextForm: PageLink['form'] | undefined;
}

/** Pages that are still read past the number that `count` and the first page tell of. */
const furtherPages = 3;

/** Walks a list. Ends by itself: a page that comes again, or pages that go on after the last item, are named and not followed. */
export async function walk(walks: Walks, list: List, onItems: (items: number) => void): Promise<Walked> {
  return new Walk(walks, list, onItems).toEnd();
}

class Walk {
  private readonly address: string;
  private readonly found = new Set<Seen>();
  private readonly pages: string[] = [];
  /** Pages by their key, and by their items in order. */
  private readonly keys = new Map<string, number>();
  private readonly inOrder = new Map<string, number>();
  private first: Page | undefined;
  private last = 0;
  private items = 0;
  private nextForm: PageLink['form'] | undefined;

  constructor(
    private readonly walks: Walks,
    private readonly list: List,
    private readonly onItems: (items: number) => void,
  ) {
    this.address = addressOfList(walks.run, list);
  }

  async toEnd(): Promise<Walked> {
    const { run, courses } = this.walks;
    let isWhole = true;
    let previous: Page | undefined;
    for (let address: string | undefined = this.address; address !== undefined;) {
      this.walks.pagesLeft -= 1;
      const page = await readPage(run, courses, this.list, { address, number: this.last + 1 });
      if (page === undefined) return this.walked(false);
      this.take(page);
      if (this.isRepeated(page)) return this.walked(false);
      this.last = page.number;
      if (page.number <= 2) this.pages.push(page.onPage);
      isWhole &&= page.isWhole;
      this.items += page.items;
      this.onItems(page.items);
      await this.holdPrevious(page, previous);
      if (page.next === null) {
        this.holdCount(page);
        return this.walked(isWhole);
      }
      if (!this.holdEnd(page)) return this.walked(false);
      address = this.follow(page, page.next);
      previous = page;
    }
    return this.walked(false);
  }

  private walked(isWhole: boolean): Walked {
    const { list, address, found, first, last, pages, nextForm } = this;
    const hasNext = first !== undefined && first.next !== null;
    return { list, address, courses: found, count: first?.count, isWhole, last, pages, hasNext, nextForm };
  }

  private take(page: Page): void {
    this.first ??= page;
    const provider = Number(this.list.parameter);
    for (const seen of page.courses) {
      this.found.add(seen);
      if (this.list.route === 'provider' && !seen.providers.includes(provider)) seen.providers.push(provider);
    }
  }

  private isRepeated(page: Page): boolean {
    const { findings } = this.walks.run;
    const { number, request } = page;
    const earlier = this.keys.get(page.key);
    this.keys.set(page.key, number);
    // A host that ignores the query has an advice of its own.
    const rule = /[?&]page=/u.test(request.url) || earlier === undefined ? 'page-loop' : 'page-end';
    const isNew = findings.expect(rule, earlier === undefined, request, () => {
      return `page ${number} of ${this.address} is page ${earlier} again`;
    });
    return !isNew || this.hasItemsAgain(page);
  }

  /** The links may be right where the items are not. A course may come twice, and alone be a page; then `count` has come. */
  private hasItemsAgain({ number, request, inOrder, items }: Page): boolean {
    const earlier = this.inOrder.get(inOrder);
    this.inOrder.set(inOrder, number);
    const isTold = items > 1 || (items === 1 && this.found.size < (this.first?.count ?? 0));
    if (earlier === undefined || !isTold) return false;
    return !this.walks.run.findings.expect('page-end', false, request, () => {
      return `page ${number} of ${this.address} has the courses of page ${earlier} again`;
    });
  }

  private holdCount({ request, count }: Page): void {
    const { first, items } = this;
    const { findings } = this.walks.run;
    findings.expect('page-end', true, request, () => '');
    findings.expect('count', first?.count === items && count === items, request, () => {
      const onLast = count === first?.count ? '' : ` and ${count} on the last`;
      return `count is ${first?.count} on page 1 of ${this.address}${onLast}; ${items} came by page ${this.last}`;
    });
  }

  /** Whether the pages may go on. */
  private holdEnd({ number, items, request, count }: Page): boolean {
    const { walks, first } = this;
    const { findings } = walks.run;
    findings.expect('count', count === first?.count, request, () => {
      return `count is ${first?.count} on page 1 of ${this.address}, and ${count} on page ${number}`;
    });
    const most = first === undefined ? 0 : Math.ceil(first.count / Math.max(1, first.items)) + furtherPages;
    if (items > 0 && number < most && walks.pagesLeft > 0) return true;
    return findings.expect('page-end', false, request, () => {
      if (items > 0 && number < most)
        return `${this.address} goes on after more pages than are ever read; use --sample`;
      const came = items === 0 ? `page ${number} is empty` : `${this.items} items came by page ${number}`;
      return `count is ${first?.count} for ${this.address}, ${came}, and next leads on`;
    });
  }

  private follow({ number, request }: Page, next: string): string | undefined {
    const { findings, base } = this.walks.run;
    const link = readLink(next, this.address, base);
    this.nextForm ??= link.form;
    const finding = () => `next of page ${number} is ${quoteLink(next)}`;
    findings.expect('link-base', link.isOfBase, request, finding);
    const isRight = link.page === number + 1;
    if (isRight && link.form !== 'own') findings.expect('next-by-path', link.form === 'query', request, finding);
    if (!(isRight && link.form === 'path')) findings.expect('next', isRight && link.form === 'query', request, finding);
    return link.address;
  }

  /** `previous` may have any form that leads to the page before: services differ in how they name page 1. */
  private async holdPrevious({ number, previous, request }: Page, before: Page | undefined): Promise<void> {
    const { findings, base } = this.walks.run;
    const finding = () => `previous of page ${number} is ${previous === null ? 'null' : quoteLink(previous)}`;
    if (before === undefined || previous === null) {
      findings.expect('previous', (before === undefined) === (previous === null), request, finding);
      return;
    }
    const link = readLink(previous, this.address, base);
    findings.expect('link-base', link.isOfBase, request, finding);
    const isNamed = link.page === undefined ? link.address === before.request.url : link.page === before.number;
    const isRight = isNamed || (link.page === undefined && (await this.isPage(link.address, before)));
    findings.expect('previous', isRight, request, finding);
  }

  /** Only looks: what stands at a foreign address is not of this list. */
  private async isPage(url: string | undefined, page: Page): Promise<boolean> {
    if (url === undefined) return false;
    return coursesIn(await this.walks.run.client.send({ method: 'GET', url })) === page.onPage;
  }
}
