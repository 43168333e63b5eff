// The front page: what the catalog is for, and the ways into it.
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import type { Frame } from '../frame/frame.ts';

/** `rows` are those of the newest courses. Without the final newline. */
export function frontPage(rows: Markup, { page, locale, options }: Frame): string {
  return page('', {
    title: options.title,
    summary: locale.text('pages.summary'),
    head: '',
    main: html`<h1>${options.title}</h1>\n<h2>${locale.text('start.latest')}</h2>\n<ul class="courses">\n${rows}</ul>\n`,
    alternates: '',
  });
}
