// The row of a course in a list: the same in the pages that a build writes, and in what scripts find.
import { html } from '../../text/html.ts';
import type { Content, Markup } from '../../text/markup.ts';
import { shortened } from '../../text/shortened.ts';
import type { CourseLabel } from './field-words.ts';

export interface RowCourse {
  readonly title: string;
  /** The tag of its language; undefined if it has several, or its language is unknown. */
  readonly lang: string | undefined;
  /** Who offers it, who made it, and its languages in words. */
  readonly by: readonly Content[];
  /** The day of publication, such as `2026-11-20`, and the same in words. */
  readonly day: string;
  readonly date: string;
  readonly labels: readonly CourseLabel[];
}

/** A row begins with it, if its title is a link. */
export const rowStart = '<li><a class="title" href="';

/**
 * Renders a row. `href` is where the title leads: to the page of the course or, if `isExternal`, to the course itself; without it the title
 * is plain text.
 */
export function courseRow(
  { title, lang, by, day, date, labels }: RowCourse,
  href: string | undefined,
  isExternal = false,
): Markup {
  const items = by.map((item) => html`<span><bdi>${item}</bdi></span> `);
  return html`<li><a class="title"${href === undefined ? [] : html` href="${href}"`} dir="auto"${lang === undefined ? [] : html` lang="${lang}"`}${isExternal ? html` rel="noopener nofollow ugc"` : []}>${shortened(title)}</a><p class="by">${items}<time datetime="${day}">${date}</time></p>${labelList(labels)}</li>`;
}

/** What learners choose by, as labels. Empty without one. */
export function labelList(labels: readonly CourseLabel[]): Markup | readonly Markup[] {
  if (labels.length === 0) return [];
  const items = labels.map(
    ({ text, isFree }) => html`<span class="label${isFree ? ' free' : ''}"><bdi>${text}</bdi></span> `,
  );
  return html`<p class="labels">${items}</p>`;
}
