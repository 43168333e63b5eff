// The page for people at an address of nothing.
import { html } from '../../text/html.ts';
import type { OutputSite } from '../build-options.ts';
import { openFrame, pagesSiteOf } from './frame.ts';

/** Without the final newline. Its links begin at the root of the host, since it is sent at any address. */
export function missingPage(site: OutputSite): string {
  const { pageAnywhere, locale } = openFrame(pagesSiteOf(site));
  const [title, summary] = [locale.text('pages.missing'), locale.text('pages.missingHelp')];
  const head = html`<meta name="robots" content="noindex">\n`;
  const up = `${site.parts.prefix}/`;
  const home = html`<a class="button" href="${up}${site.homepage ?? ''}">${locale.text('pages.home')}</a>`;
  const main = html`<h1>${title}</h1>\n<p class="lead">${summary}</p>\n<p class="course-link">${home}</p>\n`;
  return pageAnywhere(up, { title, summary, head, main, links: '' });
}
