// Builds what every build needs of the courses of a chunk, course by course.
import type { CategoryTree } from '../../catalog/category-tree.ts';
import { compareLatest, type CourseColumns, type UsedName } from '../../catalog/columns.ts';
import { linkhashOf, type Course } from '../../catalog/course.ts';
import { dayNumber, millisecondsOf } from '../../catalog/date.ts';
import { hashKey } from '../../catalog/hash-keys.ts';
import { categoryListNumber, firstNamedList } from '../../catalog/membership.ts';
import { namedLists, namedRoutes, type NamedRoute } from '../../catalog/named-lists.ts';
import type { ReferenceIndex } from '../../catalog/reference-index.ts';
import { fieldOf, identityOf } from '../../catalog/source/record.ts';
import { createdIn } from '../../storage/journal/line.ts';

interface ColumnsContext {
  readonly index: ReferenceIndex;
  readonly tree: CategoryTree;
  /** Courses in the latest list. */
  readonly latestCount: number;
}

export class ColumnsBuilder {
  private readonly ids: number[] = [];
  private readonly hashes: number[] = [];
  private readonly hasCatalogId: number[] = [];
  private readonly days: number[] = [];
  private readonly published: number[] = [];
  private readonly created: number[] = [];
  private readonly lists: number[] = [];
  private readonly listEnds: number[] = [];
  /** For each category the ordinal of the last course that was entered into its list. */
  private readonly lastIn: Int32Array;
  private readonly names: UsedName[] = [];
  /** Indexes in `names`, by route and name as written. */
  private readonly nameIndexes = new Map(namedRoutes.map((route) => [route, new Map<string, number>()]));
  private readonly linkhashes: string[] = [];
  private latest: Course[] = [];
  /** The last of the latest courses when they were last sorted: any older course can be skipped. */
  private oldest: Course | undefined;

  constructor(private readonly context: ColumnsContext) {
    this.lastIn = new Int32Array(context.index.references.categories.length).fill(-1);
  }

  /** Number of records so far. */
  get length(): number {
    return this.ids.length;
  }

  add(course: Course): void {
    this.addLists(course);
    this.ids.push(course.id);
    this.hashes.push(hashKey(course.linkhash));
    this.hasCatalogId.push(course.catalog_id === null ? 0 : 1);
    this.days.push(dayNumber(course.date.text));
  }

  /** Adds what builds need of a valid course, which was added last, with its line in the journal; empty without one. */
  addValid(course: Course, journalLine: string): void {
    this.linkhashes.push(course.linkhash);
    this.published.push(millisecondsOf(course.date));
    if (journalLine !== '') this.created.push(Date.parse(createdIn(journalLine)));
    // Keeps up to twice as many as needed, so that sorting is rare.
    if (this.oldest && compareLatest(this.oldest, course) < 0) return;
    this.latest.push(course);
    if (this.latest.length < 2 * this.context.latestCount) return;
    this.latest = this.newest();
    this.oldest = this.latest.at(-1);
  }

  /** Adds an invalid record, so that the checks for unique values include it. */
  addInvalid(value: unknown): void {
    const linkurl = fieldOf(value, 'linkurl');
    this.ids.push(identityOf(value, 'course').id ?? Number.NaN);
    this.hashes.push(typeof linkurl === 'string' ? hashKey(linkhashOf(linkurl)) : Number.NaN);
    this.hasCatalogId.push(0);
    this.days.push(0);
    this.listEnds.push(this.lists.length);
  }

  finish(): { readonly columns: CourseColumns; readonly linkhashes: Uint8Array; readonly latest: readonly Course[] } {
    return {
      linkhashes: Buffer.from(this.linkhashes.join(''), 'latin1'),
      columns: {
        ids: Float64Array.from(this.ids),
        hashes: Float64Array.from(this.hashes),
        hasCatalogId: Uint8Array.from(this.hasCatalogId),
        days: Int32Array.from(this.days),
        published: Float64Array.from(this.published),
        created: Float64Array.from(this.created),
        lists: Uint32Array.from(this.lists),
        listEnds: Uint32Array.from(this.listEnds),
        names: this.names,
      },
      latest: this.newest(),
    };
  }

  private addLists(course: Course): void {
    const { provider, categories } = course;
    const { lists, context } = this;
    const ordinal = this.listEnds.length;
    lists.push(provider);
    const { references } = context.index;
    for (const category of categories) {
      context.tree.visitUpwards(category, (index) => {
        // A course that is in the list of a category is in those of all above it.
        if (this.lastIn[index] === ordinal) return false;
        this.lastIn[index] = ordinal;
        lists.push(categoryListNumber(references, index));
        return true;
      });
    }
    for (const [route, indexes] of this.nameIndexes) {
      for (const written of namedLists[route].namesOf(course)) lists.push(this.listOf(route, written, indexes));
    }
    this.listEnds.push(lists.length);
  }

  private listOf(route: NamedRoute, written: string, indexes: Map<string, number>): number {
    const index = indexes.get(written) ?? this.names.length;
    const used = this.names[index] ?? { route, written, first: this.length, uses: 0 };
    if (index === this.names.length) {
      indexes.set(written, index);
      this.names.push(used);
    }
    used.uses += 1;
    return firstNamedList(this.context.index.references) + index;
  }

  private newest(): Course[] {
    return this.latest.toSorted(compareLatest).slice(0, this.context.latestCount);
  }
}
