// The files at the site root that every site has, and those for its host.
import { methodNotAllowedBody, notFoundBody } from '../../api/http.ts';
import { notFoundFile } from '../../hosts/host.ts';
import { hosts } from '../../hosts/hosts.ts';
import type { OutputDeclaration } from '../output.ts';
import { html } from '../../text/html.ts';
import { Markup } from '../../text/markup.ts';
import type { OutputSite } from '../site-options.ts';
import { openFrame, frameOptionsOf } from '../frame/frame.ts';

/** Texts without the final newline. */
export const siteFilesDeclaration: OutputDeclaration = {
  name: 'site-files',
  paths: [],
  isWanted: () => true,
  *fixedFiles(site) {
    const notFound = notFoundFile(hosts[site.options.host], site.hosted);
    yield ['404.json', notFoundBody];
    yield ['404.html', notFound === '404.html' ? notFoundPage(site) : notFoundBody];
    if (notFound === 'not-found.html') yield [notFound, notFoundPage(site)];
    yield ['405.json', methodNotAllowedBody];
    for (const { path, text } of site.hostFiles) yield [path, text];
  },
};

/** The page for people at an address of nothing. Its links begin at the root of the host, since it is sent at any address. */
function notFoundPage(site: OutputSite): string {
  const { pageAnywhere, locale } = openFrame(frameOptionsOf(site));
  const [title, summary] = [locale.text('pages.notFound'), locale.text('pages.notFoundHelp')];
  // One page for people and programs carries the JSON.
  const isForBoth = hosts[site.options.host].capabilities.jsonNotFound === 'partly';
  const json = isForBoth ? html`<script type="application/json">${new Markup(notFoundBody)}</script>\n` : '';
  const head = html`<meta name="robots" content="noindex">\n${json}`;
  const up = `${site.hosted.prefix}/`;
  const home = html`<a class="button" href="${up}">${locale.text('pages.home')}</a>`;
  const main = html`<h1>${title}</h1>\n<p class="lead">${summary}</p>\n<p>${home}</p>\n`;
  return pageAnywhere(up, { title, summary, head, main, alternates: '' });
}
