// The category tree: ids, paths and ancestors by index. Paths are computed on demand, once each.
import type { Category } from './categories.ts';

/** Looks up categories by their index in the references. */
export class CategoryTree {
  private readonly paths: (string | undefined)[] = [];
  private readonly below: (string | undefined)[] = [];

  constructor(private readonly categories: readonly Category[]) {}

  id(index: number): number {
    return this.category(index).id;
  }

  /** The path of the full record: `All/Science/Physics` (specification 2.1). */
  path(index: number): string {
    this.paths[index] ??= `All/${this.names(index)}`;
    return this.paths[index];
  }

  /** The names on that path below `All`, with slashes between them. */
  names(index: number): string {
    this.below[index] ??= this.namesDownTo(index).join('/');
    return this.below[index];
  }

  /** Calls `visit` with the index of the category and of each one above it, until it returns false. */
  visitUpwards(index: number, visit: (index: number) => boolean): void {
    for (let current = index; current !== -1 && visit(current);) current = this.category(current).parent;
  }

  /** The names of the category and of those above it, from the top down. */
  namesDownTo(index: number): string[] {
    const names: string[] = [];
    this.visitUpwards(index, (current) => names.push(this.category(current).name) > 0);
    return names.toReversed();
  }

  private category(index: number): Category {
    const category = this.categories[index];
    if (!category) throw new RangeError(`no category at index ${index}`);
    return category;
  }
}
