// Conversion: rows of any input become courses, with notes on what was skipped or guessed.
import type { Options } from '../../options/option-table.ts';
import { courseSchema } from '../../catalog/source/schema.ts';
import { memoize } from '../../memoize.ts';
import { quoteText } from '../../text/quote.ts';
import { fieldNames } from '../fields/fields.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import { hasWebScheme } from '../../text/web-address.ts';
import type { Notes } from '../notes.ts';
import type { Row } from '../rows.ts';
import type { LanguageNames } from '../values/languages.ts';
import { isPartialAddress, extractAddress, plainHost } from '../values/addresses.ts';
import { decimalText } from '../values/field-values.ts';
import { isPlaceholder } from '../values/placeholders.ts';
import { collapseSpaces, foldName, isQuoted, plainText, readWebAddress, withoutMarkup } from '../values/texts.ts';
import { batchesOf } from './batches.ts';
import { categoryCells, type CategoryCells } from './category-cells.ts';
import { readerOf, type FieldReader, hasOwnSplit, splitCell, uniqueFrom } from './field-readers.ts';
import { NamedRecords, mergeCourses, type ImportedCourse } from './imported-course.ts';
import { distinctTemplate, type LocatedRow } from './shared-addresses.ts';
import { MissingValues } from './missing-values.ts';
import { providerSplitter } from './provider-cells.ts';
import { RowDates, type DateOrders } from './row-dates.ts';
import { RowFields } from './row-fields.ts';
import { decimalSigns } from './row-numbers.ts';
import { RowLanguages } from './row-languages.ts';

export type Converted = Awaited<ReturnType<typeof convertRows>>;

/** What a conversion depends on, apart from its input. */
interface ConversionContext {
  readonly options: Pick<Options, 'provider' | 'language' | 'dateOrder' | 'fields' | 'defaultDate' | 'skipMissing'>;
  /** The orders of dates in an earlier import of the input. */
  readonly earlierOrders: DateOrders;
  readonly languageNames: LanguageNames;
  readonly notes: Notes;
  /** Whether the catalog already has a date for the course at an address. */
  readonly isDated: (linkurl: string) => boolean;
  /** Whether a text has a secret that the input was requested with. */
  readonly hasSecret?: ((text: string) => boolean) | undefined;
}

/** Why rows are skipped whose addresses are formulas that cannot be evaluated. */
export const formulaFault = 'address that a formula computes';

/** Fields that hold names. */
const namedFields: ReadonlySet<string> = new Set(['provider', 'author', 'categories', 'tags']);
const isNumber = (text: string) => /^\d+$/u.test(text);

/** Converts the rows of an input. Throws the reason of the signal once it is aborted. */
export async function convertRows(mapped: MappedRows, context: ConversionContext, signal: AbortSignal) {
  const { options, earlierOrders, notes } = context;
  const cells = await categoryCells(mapped, readerOf('categories', mapped), notes, signal);
  const dates = await RowDates.of(
    mapped,
    { order: options.dateOrder, earlierOrders, fields: options.fields, notes },
    signal,
  );
  const signs = await decimalSigns(mapped, options.fields, signal);
  const providersIn = await providerSplitter(mapped, readerOf('provider', mapped), notes, signal);
  return new Conversion(mapped, context, cells, dates, signs, providersIn).convert(signal);
}

class Conversion {
  private readonly records: NamedRecords;
  private readonly missing = new MissingValues();
  /** Whether texts are taken unchanged. */
  private readonly isExact: boolean;
  private readonly readers: ReadonlyMap<string, FieldReader>;
  private readonly languages: RowLanguages;
  // The same few texts occur again and again.
  private readonly readCategories = memoize((text) => {
    const whole = this.mapped.levelSign === undefined ? this.itemsIn([text], 'categories') : [text];
    const items = whole.flatMap((item) => this.cells.subjectsIn(item));
    const keys = items.map(this.records.categoryKey);
    return [...new Set(keys)].filter((key) => key !== '');
  });
  private readonly readWebsite = memoize(readWebAddress);

  private readonly fields: RowFields;
  /** What the user gives courses without a provider, in which there may be a column. */
  private readonly givenProvider: FieldReader;

  constructor(
    private readonly mapped: MappedRows,
    private readonly context: ConversionContext,
    private readonly cells: CategoryCells,
    private readonly dates: RowDates,
    signs: ReadonlyMap<string, string>,
    private readonly providersIn: (cell: string) => readonly string[],
  ) {
    this.isExact = mapped.texts === 'exact';
    const { provider: template } = context.options;
    const provider = template === undefined ? [] : [{ template }];
    this.givenProvider = readerOf('provider', { ...mapped, fields: { provider } });
    this.readers = new Map(
      [...fieldNames, ...Object.keys(context.options.fields)].map((field) => {
        const { kind } = context.options.fields[field] ?? {};
        return [field, readerOf(field, mapped, kind === 'price' || kind === 'number' ? decimalText : undefined)];
      }),
    );
    this.records = new NamedRecords(mapped.catalog, cells.separator);
    this.languages = new RowLanguages(context.languageNames, context.notes);
    const reader = {
      text: this.text.bind(this),
      texts: (row: Row, field: string) => this.values(row, field).map(plainText),
      list: this.list.bind(this),
    };
    const { languageNames, notes, options } = context;
    this.fields = new RowFields(mapped, options.fields, reader, this.dates, languageNames, signs, notes);
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
    // Another record of a course may have its date.
    for (const { date, linkurl, location, title } of courses.values())
      if (this.needsDate(date, linkurl))
        this.missing.add('date', { location, title, unreadable: this.dates.unreadable.get(location) });
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
    for (const { location, title } of shared)
      this.context.notes.add(
        'skipped',
        `same address as an earlier record, with another title${advice}`,
        location,
        quoteText(title),
      );
  }

  private courseOf(row: Row): ImportedCourse | undefined {
    const written = this.text(row, 'title');
    const title = this.mapped.hasQuotedTitles === true && isQuoted(written) ? written.slice(1, -1) : written;
    const linkurl = this.isExact ? this.first(row, 'linkurl') : this.linkurlOf(row);
    const fault = this.faultOf(title, linkurl);
    if (fault !== undefined) {
      this.context.notes.add('skipped', fault, row.location, quoteText(linkurl.trim() === '' ? title : linkurl));
      return undefined;
    }
    const stated = this.text(row, 'provider');
    const provider = stated || (this.givenProvider(row)[0] ?? '');
    const language = this.languagesOf(row);
    const date = this.dates.dateOf(row, 'date_published');
    const lacking = {
      provider: provider === '',
      language: language.length === 0,
      date: this.needsDate(date, linkurl),
    };
    const reason = this.context.options.skipMissing.find((value) => lacking[value]);
    if (reason !== undefined) {
      this.context.notes.add('skipped', `no ${reason}`, row.location, quoteText(title));
      return undefined;
    }
    if (lacking.provider) this.missing.add('provider', { location: row.location, title });
    if (lacking.language)
      this.missing.add('language', {
        location: row.location,
        title,
        unreadable: this.values(row, 'language').find((value) => value.trim() !== ''),
      });
    const catalogId = this.first(row, 'catalog_id');
    const description = this.descriptionOf(row);
    if (title.includes('\ufffd') || description.includes('\ufffd'))
      this.context.notes.add('guessed', 'text that was damaged before (U+FFFD), taken as it is', row.location);
    return {
      location: row.location,
      key: this.first(row, 'key').trim() || undefined,
      id: this.mapped.catalog?.idOf(row),
      title,
      linkurl,
      provider: this.providerKey(row, provider, stated !== ''),
      language,
      date,
      description: this.isExact ? description : description.trim(),
      tags: this.list(row, 'tags').join(', '),
      author: this.list(row, 'author').join('; '),
      categories: this.categoriesOf(row),
      catalog_id: catalogId !== '' && Number.isSafeInteger(Number(catalogId)) ? Number(catalogId) : undefined,
      fields: this.fields.fieldsOf(row),
    };
  }

  private linkurlOf(row: Row): string {
    const [written = '', ...further] = this.values(row, 'linkurl');
    const { address: text, how, others = [] } = extractAddress(written);
    const furtherValues = further.filter(hasWebScheme);
    if (how !== undefined) this.context.notes.add('guessed', how, row.location, quoteText(written));
    for (const other of new Set([...others, ...furtherValues.filter((value) => value !== text)]))
      this.context.notes.add('valueSkipped', 'further address of a course', row.location, quoteText(other));
    if (!/^www\.[^.\s]/iu.test(text)) return plainHost(text);
    this.context.notes.add('guessed', 'address without https://, read with it', row.location, quoteText(text));
    return plainHost(`https://${text}`);
  }

  private faultOf(title: string, linkurl: string): string | undefined {
    if (title.trim() === '') return 'no title';
    if (linkurl.trim() === '') return 'no address';
    if (!this.isExact && /^(?:mailto:)?[^\s/@:]+@/iu.test(linkurl)) return 'mail address in place of an address';
    if (!this.isExact && linkurl.startsWith('=')) return formulaFault;
    if (!this.isExact && /\d[.,]\d+E\+\d/u.test(linkurl)) return 'address with a number that a spreadsheet shortened';
    if (!this.isExact && /\s/u.test(linkurl) && hasWebScheme(linkurl))
      return 'address with white space, which may end there';
    if (!courseSchema.shape.linkurl.safeParse(linkurl).success) return 'address without a host or with a user';
    if (this.isExact || hasWebScheme(linkurl)) return undefined;
    return isPartialAddress(linkurl) ? 'address without https:// or a host' : 'text in place of an address';
  }

  private values(row: Row, field: string): readonly string[] {
    const values = this.withoutSecrets(this.readers.get(field)?.(row) ?? [], field, row);
    // Databases refer to records of theirs by numbers.
    if (this.mapped.texts !== 'values' || !namedFields.has(field) || !values.some(isNumber)) return values;
    for (const number of values.filter(isNumber))
      this.context.notes.add('valueSkipped', `number in place of a name of ${field}`, row.location, number);
    return values.filter((value) => !isNumber(value));
  }

  /** What is published has no secret of the requests. */
  private withoutSecrets(values: readonly string[], field: string, { location }: Row): readonly string[] {
    const { hasSecret, notes } = this.context;
    if (hasSecret === undefined || !values.some(hasSecret)) return values;
    notes.add('valueSkipped', `${field}: has a secret of the request`, location);
    return values.filter((value) => !hasSecret(value));
  }

  private first(row: Row, field: string): string {
    return this.values(row, field)[0] ?? '';
  }

  private text(row: Row, field: string): string {
    const written = this.values(row, field);
    const [value = '', ...others] = field === 'provider' ? written.flatMap(this.providersIn) : written;
    if (this.isExact) return value;
    const [text, furtherTexts] = [plainText(value), new Set(others.map(plainText))];
    furtherTexts.delete(text);
    for (const further of furtherTexts)
      this.context.notes.add('valueSkipped', `further ${field} of a course`, row.location, quoteText(further));
    return text;
  }

  /** Of cells in several columns that a map names; of other sources the first, as the second may be in another language. */
  private descriptionOf(row: Row): string {
    const [description = '', ...others] = this.values(row, 'description');
    if (this.mapped.texts === 'cells') return [description, ...others].join(' ');
    for (const other of others)
      this.context.notes.add('valueSkipped', 'further description of a course', row.location, quoteText(other));
    return description;
  }

  private list(row: Row, field: string): readonly string[] {
    const values = this.values(row, field);
    return this.isExact || values.length === 0 ? values : this.itemsIn(values, field);
  }

  /** The items in some values. Markup goes before cells are split, so that `&amp;` does not end an item. */
  private itemsIn(values: readonly string[], field: string): readonly string[] {
    const texts = values.map(withoutMarkup);
    const isCell = this.mapped.texts === 'cells' && !hasOwnSplit(this.mapped.fields[field]);
    const parts = isCell ? texts.flatMap(splitCell) : texts;
    const items = parts.map(collapseSpaces).filter((item) => !isPlaceholder(item));
    return items.length < 2 ? items : [...new Set(items)];
  }

  /** Whether the date of a course is open: neither the catalog nor the user gives it one. */
  private needsDate(date: string | undefined, linkurl: string): boolean {
    return date === undefined && this.context.options.defaultDate === undefined && !this.context.isDated(linkurl);
  }

  private providerKey(row: Row, name: string, isStated: boolean): string {
    if (this.mapped.catalog && this.records.providers.has(name)) return name;
    const key = this.records.providerKey(name);
    // A website without a name may not belong to the provider given for all courses.
    const isWebsiteOfIt = isStated || !this.mapped.fields.provider?.length;
    const website = isWebsiteOfIt ? this.websiteOf(row) : undefined;
    if (website !== undefined) this.records.setWebsite(key, website);
    return key;
  }

  private languagesOf(row: Row): readonly string[] {
    const values = this.values(row, 'language');
    const stated = this.isExact ? [...new Set(values)] : this.languages.languagesIn(values, row.location);
    const { language } = this.context.options;
    return stated.length > 0 || language === undefined ? stated : this.languages.languagesIn([language], row.location);
  }

  private categoriesOf(row: Row): readonly string[] {
    const values = this.values(row, 'categories');
    if (this.mapped.catalog) return values.filter((key) => this.records.categories.has(key));
    return uniqueFrom(values, this.readCategories);
  }

  /** The website of the provider; one that cannot be used is skipped. */
  private websiteOf(row: Row): string | undefined {
    const values = this.values(row, 'provider_url');
    const found = values.map(extractAddress);
    const address = found.map((one) => this.readWebsite(one.address)).find((read) => read !== undefined);
    for (const other of found.flatMap(({ others = [] }) => others))
      this.context.notes.add('valueSkipped', 'further provider_url of a course', row.location, quoteText(other));
    if (values.length > 0 && address === undefined)
      this.context.notes.add(
        'valueSkipped',
        'provider_url: expected a web address',
        row.location,
        quoteText(values[0] ?? ''),
      );
    return address;
  }
}
