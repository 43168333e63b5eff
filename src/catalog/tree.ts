// The category tree: ids, paths and ancestors by index, worked out once each and only where a course asks.
import type { Category } from './categories.ts';

/** Answers for categories by their index in the references. */
export class CategoryTree {
  private readonly paths: (string | undefined)[] = [];

  constructor(private readonly categories: readonly Category[]) {}

  id(index: number): number {
    return this.at(index).id;
  }

  /** The path of the full record, as JSON text: `"All/Science/Physics"` (specification 2.1). */
  path(index: number): string {
    this.paths[index] ??= JSON.stringify(
      [
        'All',
        ...this.upwards(index)
          .map(({ name }) => name)
          .toReversed(),
      ].join('/'),
    );
    return this.paths[index];
  }

  /** Calls `visit` with the index of the category and of each one above it. */
  visitUpwards(index: number, visit: (index: number) => void): void {
    for (let at = index; at !== -1; at = this.at(at).parent) visit(at);
  }

  private upwards(index: number): Category[] {
    const way: Category[] = [];
    this.visitUpwards(index, (at) => way.push(this.at(at)));
    return way;
  }

  private at(index: number): Category {
    const category = this.categories[index];
    if (!category) throw new RangeError(`no category at index ${index}`);
    return category;
  }
}
