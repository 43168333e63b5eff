// The crawl of a service: all of it is copied, by its dump, its journal, or its lists and views.
import { addressOf } from '../../../api/routes.ts';
import { linkhashOf } from '../../../catalog/course.ts';
import type { FieldTable } from '../../../catalog/fields.ts';
import { externalIdForm, fieldOf, isId } from '../../../catalog/source/record.ts';
import type { FetchedResponse } from '../../../http/polite-client.ts';
import type { CourseChange } from '../../../api/records.ts';
import type { FieldColumns } from '../../fields/fields.ts';
import { readEach } from '../../input/pages.ts';
import type { ReadContext } from '../../input/probe.ts';
import { requestError, readJson, jsonIn } from '../../input/resource.ts';
import type { Web } from '../../input/web.ts';
import { isObject } from '../../../text/keys.ts';
import { columnsOf, elementsOf, Row } from '../../rows.ts';
import type { InputRows, ImportedProvider } from '../format.ts';
import { joinCategories, type JoinedCategories } from './categories.ts';
import { readPublishedJournal } from './journal.ts';
import { readDump } from './dump.ts';
import { ServiceLists } from './lists.ts';

/** The names of this interface, and of the service that it was drawn from. */
const interfaceColumns: FieldColumns = {
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
  key: [['id']],
};

/** The columns of page fields, which a dump has beside those of the interface. */
function pageColumns(table: FieldTable): FieldColumns {
  return Object.fromEntries(
    Object.entries(table).map(([name, { kind }]) => [
      name,
      kind === 'price' ? [{ template: `{${name}} {${name}_currency}` }, [name]] : [[name]],
    ]),
  );
}

export class ServiceCrawl {
  private readonly lists: ServiceLists;
  /** The digests of views in the service's journal, by linkhash: a stored view with its digest is not requested. */
  private digests: ReadonlyMap<string, string> = new Map();

  constructor(
    private readonly base: string,
    private readonly web: Web,
    private readonly context: ReadContext,
  ) {
    this.lists = new ServiceLists(base, web, context);
  }

  async read(): Promise<InputRows> {
    const listed = await readPublishedJournal(this.base, this.web);
    if (listed) return this.crawl(listed);
    const dump = await readDump(this.base, this.web, (course) => this.add(withPageFields(course)));
    if (dump === undefined) return this.crawl();
    const keysOf = (course: object) => elementsOf(fieldOf(course, 'categories_ids')).map(String);
    return this.sourceOf(dump.providers, dump.languages, { categories: dump.categories, keysOf });
  }

  /** Reads a service without a dump: every provider's list, unless `listed` names the courses, and every course. */
  private async crawl(listed?: readonly CourseChange[]): Promise<InputRows> {
    const providers = (await this.list(addressOf(this.base, 'providers'))).filter(isObject);
    const tree = await this.list(addressOf(this.base, 'categories'));
    const response = await this.web.find(addressOf(this.base, 'languages'));
    const languages = response && jsonIn(response);
    if (listed) {
      this.digests = new Map(listed.map(({ linkhash, sha256 }) => [linkhash, sha256 ?? '']));
      await this.readCourses(this.digests.keys());
    } else {
      // Each course has one provider, so that the providers' lists name each once.
      const hashes = new Set<string>();
      const hashesOf = async (provider: object) => this.lists.hashesOfProvider(provider);
      for await (const list of readEach(providers, hashesOf, 'lists', this.context))
        for (const hash of list) hashes.add(hash);
      await this.readCourses(hashes);
      await this.readCourses(await this.unlisted(languages, hashes));
    }
    const joined = await joinCategories(tree, this.web.rows, async (id) => this.titleOf(id));
    return this.sourceOf(providers, languages, joined);
  }

  private sourceOf(
    providers: readonly object[],
    languages: unknown,
    { categories, keysOf }: JoinedCategories,
  ): InputRows {
    const imported = providers.flatMap(importedProvider);
    const keys = new Set(imported.map(({ key }) => key));
    const courses = this.web.rows;
    const joinedRows = function* () {
      for (const { value, location } of courses) {
        const id = String(fieldOf(value, 'provider'));
        const provider = keys.has(id) ? id : fieldOf(value, 'provider_name');
        yield new Row({ ...value, provider, category_keys: keysOf(value) }, location);
      }
    };
    return {
      rows: { length: courses.length, [Symbol.iterator]: joinedRows },
      fields: { ...pageColumns(this.context.fields), ...interfaceColumns },
      columns: columnsOf(courses, ['linkhash', 'provider_name', 'categories', 'categories_ids']),
      isComplete: this.lists.isComplete,
      texts: 'exact',
      catalog: {
        idOf: (row) => [Number(row.get('id')[0])].find(isId),
        providers: imported,
        categories,
        languages: unusedLanguages(languages),
      },
    };
  }

  /** Courses without a provider are in no provider's list, but a language whose count does not match may list them. */
  private async unlisted(languages: unknown, listed: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const counts = new Map<unknown, number>();
    for (const { value } of this.web.rows)
      for (const name of new Set(elementsOf(fieldOf(value, 'language')))) counts.set(name, (counts.get(name) ?? 0) + 1);
    const unlisted = new Set<string>();
    for (const language of elementsOf(languages)) {
      const name = isObject(language) ? fieldOf(language, 'name') : language;
      if (typeof name !== 'string' || fieldOf(language, 'course_count') === (counts.get(name) ?? 0)) continue;
      for (const hash of await this.lists.hashesOfLanguage(name)) {
        if (listed.has(hash) || unlisted.has(hash)) continue;
        const address = addressOf(this.base, 'course', hash);
        if (await this.web.find(address)) unlisted.add(hash);
        else this.context.notes.add('skipped', 'course in the list of a language that is not there', address);
      }
    }
    return unlisted;
  }

  private async readCourses(hashes: Iterable<string>): Promise<void> {
    const courses = readEach([...hashes], async (hash) => this.readCourse(hash), 'courses', this.context);
    for await (const course of courses) if (course !== undefined) this.add(course);
  }

  private add(course: object): void {
    const address = addressOf(this.base, 'course', String(fieldOf(course, 'linkhash')));
    this.web.rows.push(new Row(course, address));
  }

  /** A course; undefined if a list names it but the service does not have it. */
  private async readCourse(hash: string): Promise<object | undefined> {
    const { notes } = this.context;
    const address = addressOf(this.base, 'course', hash);
    const limit = this.web.reachedLimit;
    const resource = await this.view(address, this.digests.get(hash));
    if (resource === undefined) {
      this.lists.isComplete = false;
      const why = limit === undefined ? 'in the list of a provider that is not there' : `after ${limit}`;
      notes.add('skipped', `course ${why}`, address);
      return undefined;
    }
    const course = readJson(resource);
    const linkurl = fieldOf(course, 'linkurl');
    if (!isObject(course) || typeof linkurl !== 'string')
      throw requestError(address, 'expected a course with a linkurl');
    if (linkhashOf(linkurl) !== hash)
      notes.add('guessed', 'linkhash that is not the MD5 of linkurl: its address will change', address);
    return course;
  }

  /** The response for a course, with the digest that the journal lists if it lists one. Undefined if the service does not have the course. */
  private async view(address: string, digest = ''): Promise<FetchedResponse | undefined> {
    const { web, context } = this;
    const stored = web.findWithDigest(address, digest);
    if (stored || web.reachedLimit !== undefined) return stored;
    const response = await web.find(address);
    if (!response || digest === '' || web.findWithDigest(address, digest) || web.reachedLimit !== undefined)
      return response;
    // The response may be an old one, from an interrupted import or a cache.
    web.store.forget(address);
    const again = await web.find(address);
    if (again && !web.findWithDigest(address, digest))
      context.notes.add('guessed', 'course that is not as the journal has it: import again', address);
    return again;
  }

  /** The name of a category that is not in the tree, as its list states it. */
  private async titleOf(id: number): Promise<string | undefined> {
    const address = addressOf(this.base, 'category', String(id));
    const page = this.web.reachedLimit === undefined ? await this.web.find(address) : undefined;
    const title = page && fieldOf(jsonIn(page), 'title');
    return typeof title === 'string' ? title : undefined;
  }

  private async list(address: string): Promise<unknown[]> {
    const value = readJson(await this.web.get(address));
    if (!Array.isArray(value)) throw requestError(address, 'expected a JSON array');
    return value;
  }
}

/** A course of a dump, with its page fields beside the others: a price has a column for its currency, if it has one. */
function withPageFields(course: object): object {
  const { fields, ...others }: { readonly fields?: unknown } = course;
  if (!isObject(fields)) return course;
  const columns = Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    const [amount, currency] = ['amount', 'currency'].map((part) => fieldOf(value, part));
    if (amount === undefined) return [[name, value]];
    return [[name, amount], ...(typeof currency === 'string' ? [[`${name}_currency`, currency]] : [])];
  });
  return { ...Object.fromEntries(columns), ...others };
}

function importedProvider(provider: object): ImportedProvider[] {
  const [id, name, external] = [fieldOf(provider, 'id'), fieldOf(provider, 'name'), fieldOf(provider, 'external_id')];
  if (typeof name !== 'string') return [];
  const ownId = Number(id);
  const isExternal = typeof external === 'string' && externalIdForm.test(external);
  const ids = { ...(isId(ownId) && { id: ownId }), ...(isExternal && { external_id: external }) };
  return [{ key: String(id), name, ...ids }];
}

/** The names of languages without courses; undefined if there are none: then the catalog need not list its languages. */
function unusedLanguages(languages: unknown): string[] | undefined {
  const unused = elementsOf(languages).filter((language) => fieldOf(language, 'course_count') === 0);
  const names = unused.map((language) => fieldOf(language, 'name')).filter((name) => typeof name === 'string');
  return names.length > 0 ? names : undefined;
}
