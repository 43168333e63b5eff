// What has courses: a category, a provider or a language, and which of them match what a reader types.

export interface Item {
  readonly key: string;
  readonly name: string;
  /** Where its courses are. */
  readonly href: string;
  readonly course_count: number;
  readonly children?: readonly Item[];
}

/** Those whose names hold what is typed, with all their children, and those of whose children some match, with these. */
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

/** Without accents and capitals: both are seldom typed. */
function foldOf(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
