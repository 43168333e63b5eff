// Builds the columns, records and terms of a chunk, course by course.
import type { CourseRenderer } from '../../api/course.ts';
import type { FullCourse } from '../../api/schemas.ts';
import { compareLatest, dayNumber, hashKey, type UsedLanguage } from '../../catalog/columns.ts';
import { linkhashOf, type Course } from '../../catalog/course.ts';
import { fieldOf, identityOf } from '../../catalog/reading.ts';
import type { ReferenceIndex } from '../../catalog/reference-index.ts';
import { type GrowingBytes, sharedBytes, sharedNumbersOf } from '../../text/bytes.ts';
import type { DumpBuilder } from './dump.ts';
import type { ReadChunk, RecordTexts, WrittenCourse } from './result.ts';
import { TermsBuilder, type TermMemo } from './terms.ts';

export interface ColumnsContext {
  readonly index: ReferenceIndex;
  readonly renderer: CourseRenderer;
  /** Courses in the latest list. */
  readonly latest: number;
  /** Undefined if no search index is built. */
  readonly termMemo: TermMemo | undefined;
  /** Reused for every chunk: a thread runs one job at a time. */
  readonly memory: Readonly<Record<'summaries' | 'searchResults' | 'links', GrowingBytes>>;
  /** Begins what the dumps need of a chunk; undefined if there are none. */
  readonly beginDump: (() => DumpBuilder) | undefined;
}

/** The full record of a course with UTF-8 texts, and as JSON. */
export interface RenderedView {
  readonly record: FullCourse;
  readonly json: string;
}

/** Everything of a chunk result but its views and ranges. */
export type BuiltColumns = Omit<ReadChunk, 'ranges' | 'views' | 'coursePages'>;

const yearDigits = 4;

export class ColumnsBuilder {
  private readonly ids: number[] = [];
  private readonly hashes: number[] = [];
  private readonly hasCatalogId: number[] = [];
  private readonly modified: number[] = [];
  private readonly lists: number[] = [];
  private readonly listEnds: number[] = [];
  /** For each category the ordinal of the last course that was entered into its list. */
  private readonly lastIn: Int32Array;
  private readonly languages = new Map<string, UsedLanguage & { list: number }>();
  private readonly years = new Map<number, number>();
  private readonly linkhashes: string[] = [];
  private readonly encodings: number[] = [];
  private readonly summaries: RecordsBuilder;
  private readonly searchResults: RecordsBuilder;
  private readonly links: RecordsBuilder;
  private readonly terms: TermsBuilder | undefined;
  private readonly dump: DumpBuilder | undefined;
  private latest: Course[] = [];
  /** The last of the latest courses when they were last sorted: any older course can be skipped. */
  private oldest: Course | undefined;

  constructor(private readonly context: ColumnsContext) {
    this.lastIn = new Int32Array(context.index.references.categories.length).fill(-1);
    this.terms = context.termMemo && new TermsBuilder(context.termMemo);
    this.dump = context.beginDump?.();
    this.summaries = new RecordsBuilder(context.memory.summaries);
    this.searchResults = new RecordsBuilder(context.memory.searchResults);
    this.links = new RecordsBuilder(context.memory.links);
  }

  /** Number of records so far. */
  get length(): number {
    return this.ids.length;
  }

  /** Adds what lists need of a course. */
  add(course: Course): void {
    this.addLists(course);
    this.ids.push(course.id);
    this.hashes.push(hashKey(course.linkhash));
    this.hasCatalogId.push(course.catalog_id === null ? 0 : 1);
    this.modified.push(dayNumber(course.modified));
  }

  /** Adds what pages, search and dumps need of the course that was added last. */
  addRecords(course: Course, { json }: RenderedView, { encodings, link }: WrittenCourse): void {
    const { renderer } = this.context;
    const { title, author, tags, provider, linkhash } = course;
    this.linkhashes.push(linkhash);
    if (encodings !== undefined) this.encodings.push(encodings);
    this.dump?.add(course.id, json);
    this.summaries.add(renderer.summary(course));
    if (link !== undefined) this.links.add(link);
    if (this.terms) {
      this.searchResults.add(renderer.searchResult(course));
      this.terms.add(this.length - 1, { title, others: [author, tags, renderer.providerName(provider)] });
    }
    const year = Number(course.date.text.slice(0, yearDigits));
    this.years.set(year, (this.years.get(year) ?? 0) + 1);
    this.addLatest(course);
  }

  /** Adds an invalid record, so that the checks for unique values include it. */
  addInvalid(value: unknown): void {
    const linkurl = fieldOf(value, 'linkurl');
    this.ids.push(identityOf(value, 'course').id ?? Number.NaN);
    this.hashes.push(typeof linkurl === 'string' ? hashKey(linkhashOf(linkurl)) : Number.NaN);
    this.hasCatalogId.push(0);
    this.modified.push(0);
    this.listEnds.push(this.lists.length);
  }

  finish(): BuiltColumns {
    return {
      addresses: {
        linkhashes: Buffer.from(this.linkhashes.join(''), 'latin1'),
        encodings: Uint8Array.from(this.encodings),
      },
      columns: {
        ids: Float64Array.from(this.ids),
        hashes: Float64Array.from(this.hashes),
        hasCatalogId: Uint8Array.from(this.hasCatalogId),
        modified: Uint32Array.from(this.modified),
        lists: Uint32Array.from(this.lists),
        listEnds: Uint32Array.from(this.listEnds),
        languages: [...this.languages.values()].map(({ written, first, uses }) => ({ written, first, uses })),
        latest: this.newest(),
        years: [...this.years],
      },
      records: { summaries: this.summaries.finish(), searchResults: this.searchResults.finish() },
      links: this.links.finish(),
      terms: this.terms?.finish(),
      blocks: undefined,
      fullRecords: undefined,
      ...this.dump?.finish(),
    };
  }

  private addLists({ provider, categories, language }: Course): void {
    const { lists, context } = this;
    const ordinal = this.listEnds.length;
    lists.push(provider);
    const { providers } = context.index.references;
    for (const category of categories) {
      context.renderer.tree.visitUpwards(category, (index) => {
        // A course that is in the list of a category is in those of all above it.
        if (this.lastIn[index] === ordinal) return false;
        this.lastIn[index] = ordinal;
        lists.push(providers.length + index);
        return true;
      });
    }
    for (const written of language) lists.push(this.listOf(written));
    this.listEnds.push(lists.length);
  }

  private listOf(written: string): number {
    let used = this.languages.get(written);
    if (!used) {
      const { providers, categories } = this.context.index.references;
      const list = providers.length + categories.length + this.languages.size;
      used = { written, first: this.length, uses: 0, list };
      this.languages.set(written, used);
    }
    used.uses += 1;
    return used.list;
  }

  /** Keeps up to twice as many as needed, so that sorting is rare. */
  private addLatest(course: Course): void {
    if (this.oldest && compareLatest(this.oldest, course) < 0) return;
    this.latest.push(course);
    if (this.latest.length < 2 * this.context.latest) return;
    this.latest = this.newest();
    this.oldest = this.latest.at(-1);
  }

  private newest(): Course[] {
    return this.latest.toSorted(compareLatest).slice(0, this.context.latest);
  }
}

/** Concatenates records, which are UTF-8 texts. */
class RecordsBuilder {
  private readonly ends: number[] = [];

  constructor(private readonly bytes: GrowingBytes) {
    bytes.clear();
  }

  add(record: string): void {
    this.bytes.addUtf8(record);
    this.ends.push(this.bytes.length);
  }

  finish(): RecordTexts {
    const { buffer, length } = this.bytes;
    return { bytes: sharedBytes(buffer.subarray(0, length)), ends: sharedNumbersOf(this.ends) };
  }
}
