// The category tree: looks up categories by id, and the ancestors on a path (specification 2.1, 2.5).
import type { ChildCategory } from '../api/schemas.ts';

export interface TreeCategory extends ChildCategory {
  /** Its top-level category; null if it is one itself. */
  readonly parent: TreeCategory | null;
}

export class Tree {
  private readonly byId = new Map<number, TreeCategory[]>();
  private readonly byPath = new Map<string, TreeCategory[]>();

  constructor(
    /** Top-level categories and their children; a child with two parents occurs twice. */
    readonly categories: readonly TreeCategory[],
    /** Whether every category could be read. */
    readonly isComplete: boolean,
  ) {
    for (const category of categories) {
      add(this.byId, Number(category.category_id), category);
      add(this.byPath, pathOf(category), category);
    }
  }

  /** The occurrences of a category in the tree; none for an unknown id. */
  withId(id: number): readonly TreeCategory[] {
    return this.byId.get(id) ?? [];
  }

  /** The ancestors in the tree of a deeper category. Names may contain slashes, so several children can match a path. */
  ancestorsOf(path: string): readonly TreeCategory[] {
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
