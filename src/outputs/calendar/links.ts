// The links of a page to the calendar: for calendar programs, and for people.
import type { Locale } from '../../text/locales/translate.ts';
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import { calendarPath } from './declaration.ts';

/** `up` leads from the page to the site root, `title` is that of the site. */
export function calendarLinks(up: string, title: string, { text }: Locale): Record<'head' | 'link', Markup> {
  const href = up + calendarPath;
  const label = text('pages.calendar', { title });
  return {
    head: html`<link rel="alternate" type="text/calendar" title="${label}" href="${href}">\n`,
    link: html`<a href="${href}">${text('footer.calendar')}</a> `,
  };
}
