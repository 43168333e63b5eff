// The charts: how many courses there are by year, category, language and provider.
import { html } from '../../text/html.ts';
import type { Frame } from '../frame/frame.ts';
import { chartsFolder } from '../shared/page-paths.ts';

/** Without the final newline. */
export function chartsPage({ page, locale }: Frame): string {
  const title = locale.text('nav.charts');
  return page(`${chartsFolder}/`, { title, summary: title, head: '', main: html`<h1>${title}</h1>\n`, alternates: '' });
}
