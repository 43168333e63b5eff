// Shortened texts, for pages: browsers need minutes to lay out a megabyte of some scripts. The data has every text in full.

/** Characters that pages show of a description, and of any other text. */
export const maxShownLength = { description: 20_000, other: 2000 } as const;

/** A text as pages show it. */
export function shortened(text: string, maxLength: number = maxShownLength.other): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;
}
