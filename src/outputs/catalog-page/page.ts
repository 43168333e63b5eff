// The catalog page: its template, filled in for one catalog.
import { addressOf, apiRoot, routes, type RouteName } from '../../api/routes.ts';
import { localeOf, messagesOf } from '../../locales/locales.ts';
import { defaultTag, type LocaleChoice } from '../../locales/tags.ts';
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import type { SiteOptions } from '../build-options.ts';
import { packagePath } from '../dumps/formats.ts';
import { facetsPath } from '../facets/format.ts';
import { searchIndexPath } from '../search/format.ts';
import { headerMarkup, imageMarkup, linksMarkup } from '../static-pages/frame.ts';
import { downloadsFolder, listsFolders } from '../static-pages/paths.ts';
import { shadesOf } from '../shades.ts';
import { colorStyle } from './colors.ts';

export type PageOptions = Pick<
  SiteOptions,
  'title' | 'description' | 'color' | 'baseUrl' | 'locale' | 'logo' | 'links' | 'coursePages' | 'dumps'
>;

/** What every search needs, so that the page can request it before its script runs. */
const searchFiles = [searchIndexPath, facetsPath, addressOf('.', 'providers'), addressOf('.', 'categories')];

/** The page without the final newline. `dataBlock` is JSON-LD that may stand in a `script` element. */
export function renderPage(template: string, page: PageOptions, dataBlock: string, start: Markup): string {
  const { title, description, color, baseUrl } = page;
  const locale = localeOf(page.locale);
  const summary = description === '' ? locale.text('pages.summary') : description;
  const style = colorStyle(color).path;
  const values = {
    title,
    description,
    color,
    baseUrl,
    summary,
    colorStyle: style,
    icon: iconOf(color),
    lang: locale.tag,
    dir: locale.dir,
    searchFiles: searchFiles.join(' '),
    follow: page.locale === 'auto' ? 'data-follow' : '',
    feedAtom: locale.text('pages.feedAtom', { title }),
    feedJson: locale.text('pages.feedJson', { title }),
  };
  // Its navigation stays on the page.
  const headerSite = { ...page, homepage: '#/', site: true, frontPage: true, coursePages: false };
  const hasDumps = page.dumps.length > 0;
  const links = [
    ...(page.coursePages
      ? [html`<li><a href="${listsFolders.provider}/">${locale.text('charts.byProvider')}</a></li>`]
      : []),
    ...(hasDumps ? [html`<li><a href="${downloadsFolder}/">${locale.text('footer.downloads')}</a></li>`] : []),
  ];
  const document = html`<a href="openapi.json">openapi.json</a>`;
  const markup = new Map([
    ...Object.entries(values).map(([name, text]) => [name, html`${text}`.toString()] as const),
    ['endpoints', renderEndpoints(baseUrl)],
    // The page shows the links to these parts once it runs; readers without JavaScript get them here.
    [
      'parts',
      `${page.coursePages ? ' data-course-pages' : ''}${hasDumps ? ' data-dumps' : ''}${page.logo === undefined ? '' : html` data-logo="${page.logo}"`.toString()}`,
    ],
    ['links', links.length === 0 ? '' : html`<ul>${links}</ul>`.toString()],
    [
      'package',
      hasDumps ? html`<link rel="describedby" type="application/json" href="${packagePath}" />`.toString() : '',
    ],
    ['dataBlock', dataBlock],
    ['header', headerMarkup('', '', headerSite, locale).toString()],
    ['view', start.toString()],
    ['messages', renderMessages(page.locale)],
    ['noScript', html`${locale.parts('pages.noScript', { document }).map((part) => html`${part}`)}`.toString()],
    ['image', imageMarkup(page).join('')],
    ['siteLinks', siteLinks(page)],
  ]);
  // In one pass, since a title may look like a placeholder.
  return template
    .replaceAll(/\{\{(\w+)\}\}/gu, (placeholder, name: string) => markup.get(name) ?? placeholder)
    .trimEnd();
}

/** The messages of the page's own language, without those of static pages, as JSON that may stand in a `script` element. */
function renderMessages(choice: LocaleChoice): string {
  const messages = Object.entries(messagesOf[defaultTag(choice)]).filter(([name]) => !name.startsWith('pages.'));
  return JSON.stringify(Object.fromEntries(messages)).replaceAll('<', String.raw`\u003c`);
}

/** The links of the catalog in the footer of the page, which need no script. */
function siteLinks({ links, locale }: PageOptions): string {
  if (links.length === 0) return '';
  const label = localeOf(locale).text('pages.about');
  return html`<nav class="bottom" aria-label="${label}">${linksMarkup(links, '')}</nav>`.toString();
}

function renderEndpoints(baseUrl: string): string {
  const names = Object.keys(routes).filter((name): name is RouteName => name in routes);
  const items = names.map((name) => {
    const { path } = routes[name];
    const address = path === '' ? `${apiRoot}/` : `${apiRoot}/${path}/`;
    const code = html`<code>${baseUrl}/${address}</code>`;
    return html`<li>${path.includes('{') ? code : html`<a href="${address}">${code}</a>`}</li>`;
  });
  return items.join('\n            ');
}

/** An open book on the color, as a data URL: with it browsers do not request `/favicon.ico`. */
function iconOf(color: string): string {
  const ink = shadesOf(color, 'light').accent;
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${ink}"/>` +
    '<path d="M16 10.5c-2-1.6-5-2-8-2v13c3 0 6 .4 8 2 2-1.6 5-2 8-2v-13c-3 0-6 .4-8 2zm0 0v13" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/></svg>';
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
}
