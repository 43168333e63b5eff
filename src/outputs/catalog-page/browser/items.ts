// Items: categories, providers and languages as list entries, and how to filter them.

export interface Item {
  readonly key: string;
  readonly name: string;
  /** The link to its courses. */
  readonly href: string;
  readonly course_count: number;
  readonly children?: readonly Item[];
}

/** What has a name, and may have the like below it. */
interface Named<Child> {
  readonly name: string;
  readonly children?: readonly Child[];
}

/** Items whose names contain the typed text, with all their children, and items with matching children, with only these. */
export function matching<One extends Named<One>>(items: readonly One[], typed: string): readonly One[] {
  return matchingFolded(items, foldOf(typed));
}

function matchingFolded<One extends Named<One>>(items: readonly One[], wanted: string): readonly One[] {
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
