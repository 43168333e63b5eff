// The category tree as a whole: its categories by id, and those that a path leads through (specification 2.1, 2.5).
import type { ChildCategory } from '../api/schemas.ts';

/** A category with its place in the tree. */
export interface TreeCategory extends ChildCategory {
  /** The top-level category above it; null for one of these. */
  readonly parent: TreeCategory | null;
}

export class Tree {
  private readonly byId = new Map<number, TreeCategory[]>();
  private readonly byPath = new Map<string, TreeCategory[]>();

  constructor(
    /** Top-level ones and children; a child that stands under two parents comes twice. */
    readonly categories: readonly TreeCategory[],
    /** Whether the tree was read whole. */
    readonly isWhole: boolean,
  ) {
    for (const category of categories) {
      add(this.byId, Number(category.category_id), category);
      add(this.byPath, pathOf(category), category);
    }
  }

  /** A category at its places; none for an id that is not in the tree. */
  of(id: number): readonly TreeCategory[] {
    return this.byId.get(id) ?? [];
  }

  /** The categories of the tree above a deeper one. Names may hold slashes, so that more than one child can fit a path. */
  above(path: string): readonly TreeCategory[] {
    const ends = [...path.matchAll(/\//gu)].map(({ index }) => index);
    return ends.flatMap((end) => this.byPath.get(path.slice(0, end)) ?? []);
  }
}

/** `All/<top-level name>[/<sub-level name>]` */
export function pathOf({ name, parent }: TreeCategory): string {
  return parent === null ? `All/${name}` : `${pathOf(parent)}/${name}`;
}

function add<Key>(map: Map<Key, TreeCategory[]>, key: Key, category: TreeCategory): void {
  const known = map.get(key);
  if (known) known.push(category);
  else map.set(key, [category]);
}
