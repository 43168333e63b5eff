// The format `service`: a running service of this very interface, ours or another's, copied by its lists and views.
import pMap from 'p-map';
import { addressOf } from '../api/routes.ts';
import { linkhashOf } from '../catalog/course.ts';
import { baseOf, readLink } from '../client/addresses.ts';
import type { FieldTable, Format, ProviderDraft, ReadContext, Source, Web } from './format.ts';
import { jsonIn, readJson, unusable } from './json.ts';
import { columnsOf, elementsOf, fieldOf, isObject, ObjectRow } from './rows.ts';
import { joinCategories, type JoinedCategories } from './service-categories.ts';
import { readDump } from './service-dump.ts';

/** The names of this interface, and of the service that it was drawn from. */
const fields: FieldTable = {
  title: [['title']],
  linkurl: [['linkurl']],
  provider: [['provider']],
  language: [['language']],
  date_published: [['date_published']],
  description: [['description']],
  tags: [['tags']],
  author: [['author']],
  categories: [['category_keys']],
  catalog_id: [['catalog_id'], ['merlot_id']],
  key: [['linkhash']],
};

export const service: Format = {
  async recognize({ resource, json, start }, web) {
    if (web === undefined) return undefined;
    if (/\/api\/v1(?:\/|$)/u.test(resource.address)) return 'its address is one of the interface';
    if (fieldOf(json, 'courses_latest') !== undefined) return 'it is the index of the interface';
    const base = baseOf(resource.address);
    if (base === undefined || !(start === '' || /^\s*<!doctype html|^\s*<html/iu.test(start))) return undefined;
    const providers = await web.find(addressOf(base, 'providers'));
    return providers && Array.isArray(jsonIn(providers))
      ? `${addressOf(base, 'providers')} lists providers`
      : undefined;
  },

  async read({ resource }, context) {
    const { web } = context;
    const base = baseOf(resource.address);
    if (web === undefined || base === undefined) throw unusable(resource.address, 'is no address of a service');
    return new Crawl(base, web, context).read();
  },
};

/** Pages of a list beyond those that its count promises. */
const extraPages = 3;

class Crawl {
  private isWhole = true;
  private day = '';

  constructor(
    private readonly base: string,
    private readonly web: Web,
    private readonly context: ReadContext,
  ) {}

  async read(): Promise<Source> {
    const dump = await readDump(this.base, this.web);
    if (dump === undefined) return this.crawl();
    this.day = dump.day;
    const keysOf = (course: object) => elementsOf(fieldOf(course, 'categories_ids')).map(String);
    return this.sourceOf(dump.courses, dump.providers, dump.languages, { categories: dump.categories, keysOf });
  }

  /** Reads a service without a dump: every list of a provider, and every course. */
  private async crawl(): Promise<Source> {
    const providers = elementsOf(await this.json(addressOf(this.base, 'providers'))).filter(isObject);
    const tree = await this.json(addressOf(this.base, 'categories'));
    const languages = await this.web.find(addressOf(this.base, 'languages'));
    const hashes = await this.hashes(providers);
    const courses = await this.courses(hashes);
    const joined = await joinCategories(tree, courses, async (id) => this.titleOf(id));
    return this.sourceOf(courses, providers, languages && jsonIn(languages), joined);
  }

  private sourceOf(
    courses: readonly object[],
    providers: readonly object[],
    languages: unknown,
    { categories, keysOf }: JoinedCategories,
  ): Source {
    const drafts = providers.flatMap((provider) => draftsOf(provider));
    const keys = new Set(drafts.map(({ key }) => key));
    const rows = courses.map((course) => {
      const id = String(fieldOf(course, 'provider'));
      const provider = keys.has(id) ? id : fieldOf(course, 'provider_name');
      const record = { ...course, provider, category_keys: keysOf(course) };
      return new ObjectRow(record, addressOf(this.base, 'course', String(fieldOf(course, 'linkhash'))));
    });
    const own = new Set(['id', 'provider_name', 'categories', 'categories_ids']);
    return {
      rows,
      fields,
      columns: columnsOf(courses).filter((name) => !own.has(name)),
      day: this.day,
      isWhole: this.isWhole,
      texts: 'exact',
      catalog: {
        idOf: (row) => idIn(Number(row.get('id')[0])),
        providers: drafts,
        categories,
        languages: unusedIn(languages),
      },
    };
  }

  /** The linkhashes of all courses. Each has one provider, so that the providers' lists name each once. */
  private async hashes(providers: readonly object[]): Promise<string[]> {
    const { web, context } = this;
    let done = 0;
    const lists = await pMap(
      providers,
      async (provider) => {
        const id = String(fieldOf(provider, 'id'));
        const list = await this.list(addressOf(this.base, 'provider', id));
        context.onProgress({
          done: (done += 1),
          total: providers.length,
          what: `${done} of ${providers.length} lists`,
        });
        const promised = fieldOf(provider, 'course_count');
        if (typeof promised === 'number' && promised !== list.length)
          this.countDiffers(`provider ${id}`, promised, list.length);
        return list;
      },
      { concurrency: web.concurrency, signal: context.signal },
    );
    return [...new Set(lists.flat())];
  }

  /** Walks a list to its end. A page that comes again ends it. */
  private async list(address: string): Promise<string[]> {
    const hashes: string[] = [];
    const seen = new Set<string>();
    let count: number | undefined;
    let most = Number.POSITIVE_INFINITY;
    for (let at: string | undefined = address; at !== undefined;) {
      const page = await this.json(at);
      const results = elementsOf(fieldOf(page, 'results'));
      const found = results.map((one) => fieldOf(one, 'linkhash')).filter((hash) => typeof hash === 'string');
      if (found.length < results.length || !isObject(page)) throw unusable(at, 'is no page of a list of courses');
      const total = fieldOf(page, 'count');
      if (count === undefined && typeof total === 'number') {
        count = total;
        most = Math.ceil(total / Math.max(1, results.length)) + extraPages;
      }
      seen.add(at);
      hashes.push(...found);
      const next = fieldOf(page, 'next');
      at = typeof next === 'string' ? readLink(next, address, this.base).address : undefined;
      if (at !== undefined && (seen.has(at) || seen.size >= most || results.length === 0)) {
        throw unusable(
          address,
          `cannot be read to its end: its next page is ${at} after ${hashes.length} of ${count ?? 'an unknown number of'} courses`,
        );
      }
    }
    if (count !== undefined && count !== hashes.length) this.countDiffers(address, count, hashes.length);
    return hashes;
  }

  private countDiffers(list: string, promised: number, came: number): void {
    this.isWhole = false;
    this.context.remarks.add(
      'leftOut',
      'courses that a list counts but does not have, or the other way round',
      list,
      `${promised}, ${came} came`,
    );
  }

  private async courses(hashes: readonly string[]): Promise<object[]> {
    const { web, context } = this;
    const began = performance.now();
    let done = 0;
    return pMap(
      hashes,
      async (hash) => {
        const address = addressOf(this.base, 'course', hash);
        const course = await this.json(address);
        const linkurl = fieldOf(course, 'linkurl');
        if (!isObject(course) || typeof linkurl !== 'string') throw unusable(address, 'is no course');
        if (linkhashOf(linkurl) !== hash) {
          context.remarks.add('guessed', 'linkhash that is not the MD5 of linkurl: its address will change', address);
        }
        done += 1;
        const left = Math.ceil((((performance.now() - began) / done) * (hashes.length - done)) / 60_000);
        const what = `${done} of ${hashes.length} courses${left > 1 ? `, about ${left} minutes left` : ''}`;
        context.onProgress({ done, total: hashes.length, what });
        return course;
      },
      { concurrency: web.concurrency, signal: context.signal },
    );
  }

  /** The name of a category that is not in the tree, as its list states it. */
  private async titleOf(id: number): Promise<string | undefined> {
    const page = await this.web.find(addressOf(this.base, 'category', String(id)));
    const title = page && fieldOf(jsonIn(page), 'title');
    return typeof title === 'string' ? title : undefined;
  }

  private async json(address: string): Promise<unknown> {
    const resource = await this.web.get(address);
    this.day ||= resource.day;
    return readJson(resource);
  }
}

function draftsOf(provider: object): ProviderDraft[] {
  const [id, name, external] = [fieldOf(provider, 'id'), fieldOf(provider, 'name'), fieldOf(provider, 'external_id')];
  if (typeof name !== 'string') return [];
  const own = idIn(Number(id));
  const isExternal = typeof external === 'string' && /^(?:crmid:\d+|\d*)$/u.test(external);
  return [
    { key: String(id), name, ...(own !== undefined && { id: own }), ...(isExternal && { external_id: external }) },
  ];
}

function idIn(value: number): number | undefined {
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** The names of languages without courses; undefined if there are none: then the catalog need not list its languages. */
function unusedIn(languages: unknown): string[] | undefined {
  const unused = elementsOf(languages).filter((one) => fieldOf(one, 'course_count') === 0);
  const names = unused.map((one) => fieldOf(one, 'name')).filter((name) => typeof name === 'string');
  return names.length > 0 ? names : undefined;
}
