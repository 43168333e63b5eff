// Conversion: rows of any input become courses, with notes on what was skipped or guessed.
import type { MissingValue, Options } from '../../options/option-table.ts';
import { memoize } from '../../memoize.ts';
import { quoteText } from '../../text/quote.ts';
import { columnsIn } from '../fields/fields.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import type { Row } from '../rows.ts';
import type { LanguageNames } from '../values/languages.ts';
import { foldName, isQuoted } from '../values/texts.ts';
import { batchesOf } from './batches.ts';
import { categoryCells, type CategoryCells } from './category-cells.ts';
import { readerOf, type FieldReader, uniqueFrom } from './field-readers.ts';
import { NamedRecords, mergeCourses, type ImportedCourse } from './imported-course.ts';
import { distinctTemplate, type LocatedRow } from './shared-addresses.ts';
import { MissingValues } from './missing-values.ts';
import { providerSplitter } from './provider-cells.ts';
import { faultOfAddress, RowAddresses } from './row-addresses.ts';
import { RowDates, type DateContext } from './row-dates.ts';
import { RowFields } from './row-fields.ts';
import { decimalSigns } from './row-numbers.ts';
import { RowLanguages } from './row-languages.ts';
import { RowValues, type ValueContext } from './row-values.ts';

export type Converted = Awaited<ReturnType<typeof convertRows>>;

/** What a conversion depends on, apart from its input. */
interface ConversionContext extends ValueContext, DateContext {
  readonly options: Pick<Options, 'provider' | 'language' | 'dateOrder' | 'fields' | 'defaultDate' | 'skipMissing'>;
  readonly languageNames: LanguageNames;
  /** Whether the catalog already has a date for the course at an address. */
  readonly isDated: (linkurl: string) => boolean;
}

/** Converts the rows of an input. Throws the reason of the signal once it is aborted. */
export async function convertRows(mapped: MappedRows, context: ConversionContext, signal: AbortSignal) {
  const { options, notes } = context;
  const cells = await categoryCells(mapped, notes, signal);
  const dates = await RowDates.of(mapped, context, signal);
  const signs = await decimalSigns(mapped, options.fields, signal);
  const values = new RowValues(mapped, context, await providerSplitter(mapped, notes, signal));
  return new Conversion(mapped, context, cells, dates, signs, values).convert(signal);
}

class Conversion {
  private readonly records: NamedRecords;
  private readonly missing = new MissingValues();
  /** Texts in place of the language of courses, by location. */
  private readonly unreadableLanguages = new Map<string, string>();
  /** Whether texts are taken unchanged. */
  private readonly isExact: boolean;
  private readonly hasQuotedTitles: boolean;
  private readonly languages: RowLanguages;
  // The same few texts occur again and again.
  private readonly readCategories = memoize((text) => {
    const whole = this.mapped.levelSign === undefined ? this.values.itemsIn([text], 'categories') : [text];
    const items = whole.flatMap((item) => this.cells.subjectsIn(item));
    const keys = items.map(this.records.categoryKey);
    return [...new Set(keys)].filter((key) => key !== '');
  });
  private readonly addresses: RowAddresses;
  private readonly fields: RowFields;
  /** What the user gives courses without a provider, in which there may be a column. */
  private readonly givenProvider: FieldReader;

  constructor(
    private readonly mapped: MappedRows,
    private readonly context: ConversionContext,
    private readonly cells: CategoryCells,
    private readonly dates: RowDates,
    signs: ReadonlyMap<string, string>,
    private readonly values: RowValues,
  ) {
    this.isExact = mapped.texts === 'exact';
    const titles = columnsIn(mapped.fields.title);
    this.hasQuotedTitles = (mapped.contents ?? []).some(
      ({ column, share }) => titles.includes(column) && share('quoted') > 0.8,
    );
    const { provider: template } = context.options;
    const provider = template === undefined ? [] : [{ template }];
    this.givenProvider = readerOf('provider', { ...mapped, fields: { provider } });
    this.records = new NamedRecords(mapped.catalog, cells.separator);
    this.languages = new RowLanguages(context.languageNames, context.notes);
    this.addresses = new RowAddresses(context.notes);
    this.fields = new RowFields(mapped, context, values, dates, signs);
  }

  async convert(signal: AbortSignal) {
    const courses = new Map<string, ImportedCourse>();
    const located: LocatedRow[] = [];
    const shared: ImportedCourse[] = [];
    let repeated = 0;
    for await (const rows of batchesOf(this.mapped.rows, signal))
      for (const row of rows) {
        const course = this.courseOf(row);
        if (course === undefined) continue;
        const { linkurl, title } = course;
        // Rows of other sources may be too many to be kept.
        if (this.mapped.table !== undefined) located.push({ row, linkurl, title });
        const earlier = courses.get(linkurl);
        if (earlier === undefined) courses.set(linkurl, course);
        else if (foldName(earlier.title) === foldName(title)) {
          repeated += 1;
          courses.set(linkurl, mergeCourses(earlier, course, this.context.notes));
        } else shared.push(course);
      }
    await this.leaveOutShared(shared, located, signal);
    // Another record of a course may have what one of them lacks.
    for (const course of courses.values()) {
      const unreadable = { language: this.unreadableLanguages, date: this.dates.unreadable, provider: undefined };
      const { location, title } = course;
      for (const value of this.lackingIn(course))
        this.missing.add(value, { location, title, unreadable: unreadable[value]?.get(location) });
    }
    const readers = { date: this.dates.readAnswer, language: this.languages.readAnswer };
    const questions = [...this.missing.questions(this.mapped, courses.size, readers), ...this.dates.questions()];
    questions.forEach(this.context.notes.ask);
    const { providers, categories } = this.records;
    return {
      courses: [...courses.values()],
      providers: [...providers.values()],
      categories: [...categories.values()],
      /** Number of records that repeat a course and were merged with it. */
      repeated,
      dateOrders: this.dates.orders,
    };
  }

  /** Skips courses at the addresses of others, and suggests addresses of their own. */
  private async leaveOutShared(
    shared: readonly ImportedCourse[],
    located: readonly LocatedRow[],
    signal: AbortSignal,
  ): Promise<void> {
    if (shared.length === 0) return;
    const addresses = new Set(shared.map(({ linkurl }) => linkurl));
    const template = located.length === 0 ? undefined : await distinctTemplate(this.mapped, located, addresses, signal);
    const advice = template === undefined ? '' : `; --map 'linkurl:=${template}' tells them apart`;
    const reason = `same address as an earlier record, with another title${advice}`;
    for (const { location, title } of shared) this.context.notes.add('skipped', reason, location, quoteText(title));
  }

  private courseOf(row: Row): ImportedCourse | undefined {
    const { location } = row;
    const title = this.titleOf(row);
    const addresses = this.values.of(row, 'linkurl');
    const linkurl = this.isExact ? (addresses[0] ?? '') : this.addresses.linkurlIn(addresses, location);
    const fault = title.trim() === '' ? 'no title' : faultOfAddress(linkurl, this.isExact);
    if (fault !== undefined) return this.skip(row, fault, linkurl.trim() === '' ? title : linkurl);
    const stated = this.values.text(row, 'provider');
    const provider = stated || (this.givenProvider(row)[0] ?? '');
    const language = this.languagesOf(row);
    const date = this.dates.dateOf(row, 'date_published');
    const lacking = this.lackingIn({ provider, language, date, linkurl });
    const reason = this.context.options.skipMissing.find((value) => lacking.includes(value));
    if (reason !== undefined) return this.skip(row, `no ${reason}`, title);
    const catalogId = this.values.first(row, 'catalog_id');
    const description = this.descriptionOf(row);
    if (title.includes('\ufffd') || description.includes('\ufffd'))
      this.context.notes.add('guessed', 'text that was damaged before (U+FFFD), taken as it is', location);
    return {
      location,
      key: this.values.first(row, 'key').trim() || undefined,
      id: this.mapped.catalog?.idOf(row),
      title,
      linkurl,
      provider: this.providerKey(row, provider, stated !== ''),
      language,
      date,
      description: this.isExact ? description : description.trim(),
      tags: this.values.list(row, 'tags').join(', '),
      author: this.values.list(row, 'author').join('; '),
      categories: this.categoriesOf(row),
      catalog_id: catalogId !== '' && Number.isSafeInteger(Number(catalogId)) ? Number(catalogId) : undefined,
      fields: this.fields.fieldsOf(row),
    };
  }

  private skip({ location }: Row, reason: string, text: string): undefined {
    this.context.notes.add('skipped', reason, location, quoteText(text));
  }

  /** Where nearly all titles stand in quotes, these are not of them. */
  private titleOf(row: Row): string {
    const title = this.values.text(row, 'title');
    return this.hasQuotedTitles && isQuoted(title) ? title.slice(1, -1) : title;
  }

  /** Of cells in several columns that a map names; of other sources the first, as the second may be in another language. */
  private descriptionOf(row: Row): string {
    const [description = '', ...others] = this.values.of(row, 'description');
    if (this.mapped.texts === 'cells') return [description, ...others].join(' ');
    for (const other of others)
      this.context.notes.add('valueSkipped', 'further description of a course', row.location, quoteText(other));
    return description;
  }

  /** What neither a course nor the catalog nor the user says. */
  private lackingIn(course: Pick<ImportedCourse, 'provider' | 'language' | 'date' | 'linkurl'>) {
    const { provider, language, date, linkurl } = course;
    const isUndated = date === undefined && this.context.options.defaultDate === undefined;
    const lacking: MissingValue[] = [];
    if (provider === '') lacking.push('provider');
    if (language.length === 0) lacking.push('language');
    if (isUndated && !this.context.isDated(linkurl)) lacking.push('date');
    return lacking;
  }

  private providerKey(row: Row, name: string, isStated: boolean): string {
    if (name === '' || (this.mapped.catalog && this.records.providers.has(name))) return name;
    const key = this.records.providerKey(name);
    // A website without a name may not belong to the provider given for all courses.
    const isWebsiteOfIt = isStated || !this.mapped.fields.provider?.length;
    const website = isWebsiteOfIt
      ? this.addresses.websiteIn(this.values.of(row, 'provider_url'), row.location)
      : undefined;
    if (website !== undefined) this.records.setWebsite(key, website);
    return key;
  }

  private languagesOf(row: Row): readonly string[] {
    const values = this.values.of(row, 'language');
    const stated = this.isExact ? [...new Set(values)] : this.languages.languagesIn(values, row.location);
    if (stated.length > 0) return stated;
    const { language } = this.context.options;
    if (language !== undefined) return this.languages.languagesIn([language], row.location);
    const unreadable = values.find((text) => text.trim() !== '');
    if (unreadable !== undefined) this.unreadableLanguages.set(row.location, unreadable);
    return [];
  }

  private categoriesOf(row: Row): readonly string[] {
    const values = this.values.of(row, 'categories');
    if (this.mapped.catalog) return values.filter((key) => this.records.categories.has(key));
    return uniqueFrom(values, this.readCategories);
  }
}
