// Items: categories, providers and languages as list entries, and how to filter them.

export interface Item {
  readonly key: string;
  readonly name: string;
  /** The link to its courses. */
  readonly href: string;
  readonly course_count: number;
  readonly children?: readonly Item[];
}

/** Items whose names contain the typed text, with all their children, and items with matching children, with only these. */
export function matching(items: readonly Item[], typed: string): readonly Item[] {
  return matchingFolded(items, foldOf(typed));
}

function matchingFolded(items: readonly Item[], wanted: string): readonly Item[] {
  if (wanted === '') return items;
  return items.flatMap((item) => {
    if (foldOf(item.name).includes(wanted)) return [item];
    const children = matchingFolded(item.children ?? [], wanted);
    return children.length === 0 ? [] : [{ ...item, children }];
  });
}

/** Ignores accents and case, since users rarely type them. */
function foldOf(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
