// Conversion: rows of any source become drafts of courses, with remarks on what was left out or guessed.
import { problemAt, ProblemsError, quoteText, type Problem } from '../problems.ts';
import { foldName, plainText } from './clean.ts';
import type { DateOrder } from '../settings.ts';
import { DateColumn } from './dates.ts';
import { united, type Draft } from './draft.ts';
import type { CategoryDraft, FieldName, ProviderDraft, Row, Source } from './format.ts';
import type { LanguageNames } from './languages.ts';
import { Missing } from './missing.ts';
import { cellsOfDates, filled, unitedValues } from './values.ts';
import type { Remarks } from './remarks.ts';
import { isAddress } from './resource.ts';

export interface Converted {
  readonly drafts: readonly Draft[];
  readonly providers: readonly ProviderDraft[];
  readonly categories: readonly CategoryDraft[];
}

export interface ConvertOptions {
  readonly provider: string | undefined;
  readonly language: string | undefined;
  readonly dates: DateOrder | undefined;
}

/** Converts the rows of a source. Throws a ProblemsError if values that must not be invented are missing. */
export function convert(
  source: Source,
  address: string,
  options: ConvertOptions,
  names: LanguageNames,
  remarks: Remarks,
): Converted {
  const conversion = new Conversion(source, options, names, remarks);
  const drafts = new Map<string, Draft>();
  for (const row of source.rows) {
    const draft = conversion.draftOf(row);
    if (draft === undefined) continue;
    const earlier = drafts.get(draft.linkurl);
    if (earlier === undefined) drafts.set(draft.linkurl, draft);
    else if (foldName(earlier.title) === foldName(draft.title))
      drafts.set(draft.linkurl, united(earlier, draft, remarks));
    else
      remarks.add(
        'leftOut',
        'same address as an earlier record, with another title',
        draft.place,
        quoteText(draft.title),
      );
  }
  const problems = conversion.problems(address);
  if (problems.length > 0) throw new ProblemsError(problems);
  return {
    drafts: [...drafts.values()],
    providers: [...conversion.providers.values()],
    categories: [...conversion.categories.values()],
  };
}

class Conversion {
  readonly providers: Map<string, ProviderDraft>;
  readonly categories: Map<string, CategoryDraft>;
  private readonly isExact: boolean;
  /** Keys by the texts that rows have: few come again and again. */
  private readonly providerKeys = new Map<string, string>();
  private readonly categoryKeys = new Map<string, readonly string[]>();
  private readonly missing = { provider: new Missing(), language: new Missing() };
  private readonly dateCells: ReadonlyMap<string, (row: Row) => readonly string[]>;
  private readonly dateColumns = new Map<string, DateColumn>();

  constructor(
    private readonly source: Source,
    private readonly options: ConvertOptions,
    private readonly names: LanguageNames,
    private readonly remarks: Remarks,
  ) {
    this.isExact = source.texts === 'exact';
    this.providers = new Map(source.catalog?.providers.map((one) => [one.key, one]));
    this.categories = new Map(source.catalog?.categories.map((one) => [one.key, one]));
    this.dateCells = cellsOfDates(source.fields);
    for (const [column, cellsIn] of this.dateCells) {
      const dates = new DateColumn();
      for (const row of source.rows) for (const cell of cellsIn(row)) dates.see(cell.trim());
      this.dateColumns.set(column, dates);
    }
  }

  /** The draft of a row; undefined if it cannot be a course. */
  draftOf(row: Row): Draft | undefined {
    const title = this.text(row, 'title');
    const linkurl = this.isExact ? this.first(row, 'linkurl') : this.first(row, 'linkurl').trim();
    const fault = this.faultOf(title, linkurl);
    if (fault !== undefined) {
      this.remarks.add('leftOut', fault, row.place, quoteText(title.trim() === '' ? linkurl : title));
      return undefined;
    }
    const catalogId = this.first(row, 'catalog_id');
    const description = this.first(row, 'description', ' ');
    if (`${title}${description}`.includes('\ufffd'))
      this.remarks.add('guessed', 'text that was damaged before (U+FFFD), taken as it is', row.place);
    return {
      place: row.place,
      key: this.first(row, 'key').trim() || undefined,
      id: this.source.catalog?.idOf(row),
      title,
      linkurl,
      provider: this.providerOf(row),
      language: this.languagesOf(row),
      date: this.dateOf(row),
      description: this.isExact ? description : description.trim(),
      tags: this.list(row, 'tags').join(', '),
      author: this.list(row, 'author').join('; '),
      categories: this.categoriesOf(row),
      catalog_id: catalogId !== '' && Number.isSafeInteger(Number(catalogId)) ? Number(catalogId) : undefined,
    };
  }

  /** Why a record cannot be a course. */
  private faultOf(title: string, linkurl: string): string | undefined {
    if (title.trim() === '') return 'no title';
    if (linkurl.trim() === '') return 'no address';
    if (this.isExact || isAddress(linkurl)) return undefined;
    return "address without https://, which a template can add: --map 'linkurl:=https://{COLUMN}'";
  }

  problems(address: string): Problem[] {
    const { provider, language } = this.missing;
    const ambiguous = [...this.dateColumns].flatMap(([column, dates]) => {
      if (this.options.dates !== undefined || dates.ambiguous === undefined) return [];
      const finding = `the column ${quoteText(column)} ${dates.ambiguous}`;
      return [problemAt(address, undefined, '', { rule: 'date-ambiguous', finding })];
    });
    return [...provider.problems('provider', address), ...language.problems('language', address), ...ambiguous];
  }

  private values(row: Row, field: FieldName): readonly string[] {
    for (const alternative of this.source.fields[field] ?? []) {
      const values =
        'template' in alternative ? filled(alternative.template, row, field) : unitedValues(row, alternative);
      if (values.length > 0) return values;
    }
    return [];
  }

  private first(row: Row, field: FieldName, between?: string): string {
    const values = this.values(row, field);
    return (between === undefined ? values[0] : values.join(between)) ?? '';
  }

  private text(row: Row, field: FieldName): string {
    return this.isExact ? this.first(row, field) : plainText(this.first(row, field, ' '));
  }

  /** The items of a field; those in one cell are split. */
  private list(row: Row, field: FieldName, separators = /[|;\r\n]+/u): string[] {
    const values = this.values(row, field);
    if (this.isExact || values.length === 0) return [...values];
    const items = this.source.texts === 'cells' ? values.flatMap((value) => value.split(separators)) : values;
    if (items.length === 1) return items.map(plainText).filter((item) => item !== '');
    return [...new Set(items.map(plainText))].filter((item) => item !== '');
  }

  private providerOf(row: Row): string {
    const name = this.text(row, 'provider') || (this.options.provider ?? '');
    if (this.source.catalog && this.providers.has(name)) return name;
    if (name === '') this.missing.provider.add(row.place);
    return this.keyOfProvider(name);
  }

  private keyOfProvider(name: string): string {
    const known = this.providerKeys.get(name);
    if (known !== undefined) return known;
    const key = foldName(name);
    this.providerKeys.set(name, key);
    if (!this.providers.has(key)) this.providers.set(key, { key, name });
    return key;
  }

  private languagesOf(row: Row): string[] {
    const written = this.values(row, 'language').flatMap((value) =>
      this.isExact ? [value] : plainText(value).split(/[/,;|]/u),
    );
    const found = this.isExact ? written : written.flatMap((one) => this.resolve(one, row));
    const { language } = this.options;
    const names = found.length > 0 || language === undefined ? found : this.resolve(language, row);
    if (names.length === 0) this.missing.language.add(row.place);
    return [...new Set(names)];
  }

  private resolve(written: string, row: Row): string[] {
    const found = this.names.resolve(written);
    if (found === undefined && written.trim() !== '')
      this.remarks.add('leftOut', 'language that is not known', row.place, quoteText(written));
    if (found?.isKnown === false) {
      const hint = found.near === undefined ? '' : ` (${quoteText(found.near)}?)`;
      this.remarks.add('guessed', 'language that no table knows, taken as it is', row.place, quoteText(written) + hint);
    }
    return found === undefined ? [] : [found.name];
  }

  private categoriesOf(row: Row): string[] {
    const items = this.list(row, 'categories');
    if (this.source.catalog) return items.filter((key) => this.categories.has(key));
    return [...new Set(items.flatMap((path) => this.keyOfCategory(path)))];
  }

  private keyOfCategory(path: string): readonly string[] {
    const known = this.categoryKeys.get(path) ?? this.newCategory(path);
    this.categoryKeys.set(path, known);
    return known;
  }

  private newCategory(path: string): readonly string[] {
    const separator = path.startsWith('All/') ? '/' : '>';
    const names = path
      .replace(/^All\//u, '')
      .split(separator)
      .map((name) => name.trim())
      .filter((name) => name !== '');
    let parent: string | undefined;
    for (const name of names) {
      const key: string = parent === undefined ? foldName(name) : `${parent}\n${foldName(name)}`;
      if (!this.categories.has(key))
        this.categories.set(key, parent === undefined ? { key, name } : { key, name, parent });
      parent = key;
    }
    return parent === undefined ? [] : [parent];
  }

  private dateOf(row: Row): string | undefined {
    for (const [column, cellsIn] of this.dateCells) {
      for (const cell of cellsIn(row)) {
        const found = this.dateColumns.get(column)?.read(cell, this.options.dates);
        if (found === undefined) continue;
        if ('unreadable' in found) {
          this.remarks.add('leftOut', 'date that cannot be read', row.place, quoteText(found.unreadable));
          continue;
        }
        if (found.isGuess) this.remarks.add('guessed', 'day of a date without one', row.place, found.date);
        return found.date;
      }
    }
    return undefined;
  }
}
