// Shortened texts: what pages lay out. Browsers need minutes for a megabyte of some scripts; the data has every text whole.

/** Characters that pages show of a description, and of any other text. */
export const mostShown = { description: 20_000, other: 2000 } as const;

/** A text as pages show it. */
export function shortened(text: string, most: number = mostShown.other): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
}
