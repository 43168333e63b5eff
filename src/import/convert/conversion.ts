// Conversion: rows of any source become courses, with notes on what was left out or guessed.
import { setImmediate } from 'node:timers/promises';
import type { Settings } from '../../options/settings.ts';
import { quoteText } from '../../problems.ts';
import { courseSchema } from '../../source/schema.ts';
import { count } from '../../text/format.ts';
import { memoize } from '../../text/utf8.ts';
import { columnQuestion } from '../fields/columns.ts';
import { fieldNames, type FieldName } from '../fields/fields.ts';
import type { Source } from '../formats/format.ts';
import { isAddress } from '../input/resource.ts';
import type { Notes } from '../notes.ts';
import type { Question } from '../questions.ts';
import type { Row } from '../rows.ts';
import { languageSigns, type FoundLanguage, type LanguageNames } from '../values/languages.ts';
import { collapsed, foldName, licenseAddress, plainText, webAddress, withoutMarkup } from '../values/texts.ts';
import { commaSplitter, readerOf, type Reader } from './field-readers.ts';
import { NamedRecords, united, type ImportedCourse } from './imported-course.ts';
import { RowDates, type DateOrders } from './row-dates.ts';

export type Converted = Awaited<ReturnType<Conversion['converted']>>;

/** Values that every course has, and no import invents. */
const missingFields = [
  ['provider', 'provider', 'provider'],
  ['language', 'language', 'language'],
  ['date', 'undated', 'date_published'],
] as const;

export type ConvertOptions = Pick<Settings, 'provider' | 'language' | 'dates' | 'undated' | 'languageNames'>;

export class Conversion {
  private readonly named: NamedRecords;
  private readonly isExact: boolean;
  private readonly readers: ReadonlyMap<FieldName, Reader>;
  /** Few texts come again and again. */
  private readonly languagesIn = memoize((text) => {
    const written = plainText(text).split(languageSigns);
    const found = written.map((one) => ({ written: one, language: this.names.resolve(one) }));
    return {
      names: [...new Set(found.flatMap(({ language }) => language?.name ?? []))],
      doubtful: found.filter((one) => one.language?.isKnown !== true && one.written.trim() !== ''),
    };
  });
  private readonly categoriesIn = memoize((text) => {
    const items = this.itemsOf([text], 'categories').flatMap((item) => this.splitCommas(item));
    const keys = items.map(this.named.categoryKey);
    return [...new Set(keys)].filter((key) => key !== '');
  });
  private readonly addressesIn = { license: memoize(licenseAddress), provider_url: memoize(webAddress) };
  private readonly dates: RowDates;
  private readonly splitCommas: (item: string) => readonly string[];

  /**
   * `before` are the orders of dates in an earlier import of the source; `isDated` says whether the course at an address has a date of
   * another origin.
   */
  constructor(
    private readonly source: Source,
    private readonly options: ConvertOptions,
    before: DateOrders,
    private readonly names: LanguageNames,
    private readonly notes: Notes,
    private readonly isDated: (linkurl: string) => boolean,
  ) {
    this.isExact = source.texts === 'exact';
    this.named = new NamedRecords(source.catalog, source.texts === 'cells' ? /\s*>\s*|\s+\/\s+/u : '>');
    this.readers = new Map(fieldNames.map((field) => [field, readerOf(field, source.fields)]));
    this.splitCommas = commaSplitter(source, readerOf('categories', source.fields), notes);
    this.dates = new RowDates(source, options.dates, before, notes);
  }

  async converted(signal: AbortSignal) {
    const courses = new Map<string, ImportedCourse>();
    let [read, repeated] = [0, 0];
    for (const row of this.source.rows) {
      // Signals arrive between the turns of the event loop.
      if (read % 4096 === 0) await setImmediate();
      signal.throwIfAborted();
      read += 1;
      const course = this.courseOf(row);
      if (course === undefined) continue;
      const { linkurl, title, place } = course;
      const earlier = courses.get(linkurl);
      if (earlier !== undefined && foldName(earlier.title) !== foldName(title)) {
        this.notes.add('leftOut', 'same address as an earlier record, with another title', place, quoteText(title));
        continue;
      }
      if (earlier !== undefined) repeated += 1;
      courses.set(linkurl, earlier === undefined ? course : united(earlier, course, this.notes));
    }
    const { undated } = this.options;
    for (const { date, linkurl, place } of undated === undefined ? courses.values() : [])
      if (date === undefined && !this.isDated(linkurl)) this.notes.add('missing', 'date', place);
    this.ask();
    const { providers, categories } = this.named;
    return {
      courses: [...courses.values()],
      providers: [...providers.values()],
      categories: [...categories.values()],
      /** How many records repeat a course, and were united with it. */
      repeated,
      orders: this.dates.orders,
    };
  }

  private courseOf(row: Row): ImportedCourse | undefined {
    const title = this.text(row, 'title');
    const linkurl = this.isExact ? this.first(row, 'linkurl') : this.addressOf(row);
    const fault = this.faultOf(title, linkurl);
    if (fault !== undefined) {
      this.notes.add('leftOut', fault, row.place, quoteText(linkurl.trim() === '' ? title : linkurl));
      return undefined;
    }
    const catalogId = this.first(row, 'catalog_id');
    const description = this.values(row, 'description').join(' ');
    if (title.includes('\ufffd') || description.includes('\ufffd'))
      this.notes.add('guessed', 'text that was damaged before (U+FFFD), taken as it is', row.place);
    return {
      place: row.place,
      key: this.first(row, 'key').trim() || undefined,
      id: this.source.catalog?.idOf(row),
      title,
      linkurl,
      provider: this.providerOf(row),
      language: this.languagesOf(row),
      date: this.dates.of(row, 'date_published'),
      description: this.isExact ? description : description.trim(),
      tags: this.list(row, 'tags').join(', '),
      author: this.list(row, 'author').join('; '),
      categories: this.categoriesOf(row),
      catalog_id: catalogId !== '' && Number.isSafeInteger(Number(catalogId)) ? Number(catalogId) : undefined,
      license: this.linkOf(row, 'license'),
      modified: this.dates.of(row, 'date_modified'),
    };
  }

  private addressOf(row: Row): string {
    const text = this.first(row, 'linkurl').trim();
    if (!/^www\.[^.\s]/iu.test(text)) return text;
    this.notes.add('guessed', 'address without https://, read with it', row.place, quoteText(text));
    return `https://${text}`;
  }

  /** Why a record cannot be a course. */
  private faultOf(title: string, linkurl: string): string | undefined {
    if (title.trim() === '') return 'no title';
    if (linkurl.trim() === '') return 'no address';
    if (!this.isExact && /^(?:mailto:)?[^\s/@:]+@/iu.test(linkurl)) return 'mail address in place of an address';
    if (!courseSchema.shape.linkurl.safeParse(linkurl).success) return 'address without a host or with a user';
    if (this.isExact || isAddress(linkurl)) return undefined;
    return 'address without https://; write it before the address';
  }

  /** Asks for values that are missing and must not be invented. */
  private ask(): void {
    const { proposals = {}, columns, labels } = this.source;
    const missing = missingFields.flatMap(([what, option, field]): Question[] => {
      const note = this.notes.of('missing').find((one) => one.what === what);
      if (note === undefined) return [];
      const places = `${note.examples.slice(0, 5).join(', ')}${note.count > 5 ? ' …' : ''}`;
      // A date that cannot be read is not a missing one.
      const unread = what === 'date' ? note.examples.flatMap((place) => this.dates.unread.get(place) ?? []) : [];
      const lacks = [
        [unread.length, `a date that cannot be read (first: ${quoteText(unread[0] ?? '')})`],
        [note.count - unread.length, `no ${what}`],
      ] as const;
      const some = lacks.filter(([times]) => times > 0);
      const lack = some.map(([times, of]) => `${count(times, 'course has', 'courses have')} ${of}`).join(', and ');
      const all = `give them one with --${option} ${what === 'date' ? 'DATE' : 'NAME'}`;
      if (proposals[field] !== undefined)
        return [columnQuestion({ field, noun: what, proposal: proposals[field], columns, labels, otherwise: all })];
      const remedy = `${all}, or name their column with --map ${field}=COLUMN`;
      const text = `${lack}. Which ${what} do they get${what === 'date' ? ', such as 2026-01-31' : ''}?`;
      return [{ option, text, rule: 'value-missing', finding: `${lack}: ${places}`, remedy }];
    });
    this.notes.questions.push(...missing, ...this.dates.questions());
  }

  private values(row: Row, field: FieldName): readonly string[] {
    return this.readers.get(field)?.(row) ?? [];
  }

  private first(row: Row, field: FieldName): string {
    return this.values(row, field)[0] ?? '';
  }

  private text(row: Row, field: FieldName): string {
    return this.isExact ? this.first(row, field) : plainText(this.values(row, field).join(' '));
  }

  private list(row: Row, field: FieldName): readonly string[] {
    const values = this.values(row, field);
    return this.isExact || values.length === 0 ? values : this.itemsOf(values, field);
  }

  /** The items of some values; those in one cell are split, where `&amp;` does not end one. */
  private itemsOf(values: readonly string[], field: FieldName): readonly string[] {
    const plain = values.map(withoutMarkup);
    const isSplit = this.source.fields[field]?.some((one) => 'split' in one) === true;
    const items =
      this.source.texts === 'cells' && !isSplit ? plain.flatMap((value) => value.split(/[|;\r\n]+/u)) : plain;
    const texts = items.map(collapsed).filter((item) => item !== '');
    return texts.length < 2 ? texts : [...new Set(texts)];
  }

  private providerOf(row: Row): string {
    const own = this.text(row, 'provider');
    const name = own || (this.options.provider ?? '');
    if (this.source.catalog && this.named.providers.has(name)) return name;
    if (name === '') this.notes.add('missing', 'provider', row.place);
    const key = this.named.providerKey(name);
    // A website beside a name that is missing may be that of another provider than the one given for all.
    const isOwn = own !== '' || !this.source.fields.provider?.length;
    const url = isOwn ? this.linkOf(row, 'provider_url') : undefined;
    if (url !== undefined) this.named.setWebsite(key, url);
    return key;
  }

  private languagesOf(row: Row): readonly string[] {
    const values = this.values(row, 'language');
    const found = this.isExact ? [...new Set(values)] : this.languages(values, row);
    const { language } = this.options;
    const names = found.length > 0 || language === undefined ? found : this.languages([language], row);
    if (names.length === 0) this.notes.add('missing', 'language', row.place);
    return names;
  }

  private languages(values: readonly string[], row: Row): readonly string[] {
    return unitedOf(values, (text) => {
      const { names, doubtful } = this.languagesIn(text);
      for (const one of doubtful) this.doubt(one, row);
      return names;
    });
  }

  private doubt({ written, language }: { written: string; language: FoundLanguage | undefined }, row: Row): void {
    const near = language?.near === undefined ? '' : ` (${quoteText(language.near)}?)`;
    const [kind, what] =
      language === undefined
        ? (['valueLeftOut', 'language that is not known'] as const)
        : (['guessed', 'language that no table knows, taken as it is'] as const);
    this.notes.add(kind, what, row.place, quoteText(written) + near);
  }

  private categoriesOf(row: Row): readonly string[] {
    const values = this.values(row, 'categories');
    if (this.source.catalog) return values.filter((key) => this.named.categories.has(key));
    return unitedOf(values, this.categoriesIn);
  }

  /** An address that is not needed: one that cannot be used is left out. */
  private linkOf(row: Row, field: 'license' | 'provider_url'): string | undefined {
    const values = this.values(row, field);
    const found = values.map(this.addressesIn[field]).find((one) => one !== undefined);
    if (values.length > 0 && found === undefined)
      this.notes.add('valueLeftOut', `${field} that is no address`, row.place, quoteText(values[0] ?? ''));
    return found;
  }
}

/** What texts stand for, each once. */
function unitedOf(texts: readonly string[], make: (text: string) => readonly string[]): readonly string[] {
  const [only = ''] = texts;
  return texts.length === 1 ? make(only) : [...new Set(texts.flatMap(make))];
}
