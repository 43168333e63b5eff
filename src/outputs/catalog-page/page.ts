// The catalog page: its template, filled in for one catalog.
import { addressOf, apiRoot, routes } from '../../api/routes.ts';
import { localeOf, messagesOf } from '../../text/locales/locales.ts';
import { defaultTag, type LocaleChoice } from '../../text/locales/tags.ts';
import { html, scriptJson } from '../../text/html.ts';
import { Markup, type Content } from '../../text/markup.ts';
import type { SiteOptions } from '../site-options.ts';
import { packagePath } from '../dumps/formats.ts';
import { calendarPath } from '../calendar/declaration.ts';
import { calendarLinks } from '../calendar/links.ts';
import { facetsPath } from '../facets/file-format.ts';
import { searchIndexPath } from '../search/file-format.ts';
import { suggestLinks } from '../frame/contact.ts';
import { headerMarkup, imageMarkup, linksMarkup } from '../frame/frame.ts';
import { downloadsFolder, htmlListFolders } from '../shared/page-paths.ts';
import { shadesOf } from '../shared/shades.ts';
import { colorStyle } from './colors.ts';

export interface PageOptions extends Pick<
  SiteOptions,
  | 'title'
  | 'description'
  | 'color'
  | 'baseUrl'
  | 'locale'
  | 'logo'
  | 'footerLinks'
  | 'contact'
  | 'coursePages'
  | 'dumps'
> {
  /** Whether there is a calendar of the courses that begin. */
  readonly calendar: boolean;
  /** Whether some course has a fact. */
  readonly hasFacts: boolean;
}

/** What every search needs, so that the page can request it before its script runs. */
const searchFiles = [searchIndexPath, facetsPath, addressOf('.', 'providers'), addressOf('.', 'categories')];

/** The page without the final newline. `dataBlock` is JSON-LD that may stand in a `script` element. */
export function renderPage(template: string, page: PageOptions, dataBlock: string, start: Markup): string {
  const { title, description, color, baseUrl, coursePages, calendar, logo } = page;
  const locale = localeOf(page.locale);
  const { text } = locale;
  const hasDumps = page.dumps.length > 0;
  // Its navigation stays on the page.
  const headerSite = { ...page, homepage: '#/', catalogPage: true, frontPage: true, coursePages: false };
  const pages = [
    ...(coursePages ? [{ label: text('charts.byProvider'), address: `${htmlListFolders.provider}/` }] : []),
    ...(hasDumps ? [{ label: text('footer.downloads'), address: `${downloadsFolder}/` }] : []),
    ...(calendar ? [{ label: text('footer.calendar'), address: calendarPath }] : []),
  ];
  const document = html`<a href="openapi.json">openapi.json</a>`;
  const ownLinks = linksMarkup([...suggestLinks(page.contact, locale), ...page.footerLinks], '');
  const values: Readonly<Record<string, Content>> = {
    title,
    description,
    color,
    baseUrl,
    summary: description === '' ? text('pages.summary') : description,
    colorStyle: colorStyle(color).path,
    icon: iconOf(color),
    lang: locale.tag,
    dir: locale.dir,
    searchFiles: searchFiles.join(' '),
    follow: page.locale === 'auto' ? 'data-follow' : '',
    feedAtom: text('pages.feedAtom', { title }),
    feedJson: text('pages.feedJson', { title }),
    calendar: calendar ? calendarLinks('', title, locale).head : '',
    endpoints: endpointsMarkup(baseUrl),
    // The page shows the links to these parts once it runs; readers without JavaScript get them here.
    parts: [
      ...(coursePages ? [new Markup(' data-course-pages')] : []),
      ...(hasDumps ? [new Markup(' data-dumps')] : []),
      ...(calendar ? [new Markup(' data-calendar')] : []),
      ...(page.hasFacts ? [new Markup(' data-facts')] : []),
      ...(logo === undefined ? [] : [html` data-logo="${logo}"`]),
    ],
    links: linksMarkup(pages, ''),
    package: hasDumps ? html`<link rel="describedby" type="application/json" href="${packagePath}" />` : '',
    dataBlock: new Markup(dataBlock),
    header: headerMarkup('', '', headerSite, locale),
    screen: start,
    messages: messagesMarkup(page.locale),
    noScript: locale.parts('pages.noScript', { document }).map((part) => html`${part}`),
    image: imageMarkup(page),
    // They need no script.
    siteLinks:
      ownLinks.length === 0 ? '' : html`<nav class="bottom" aria-label="${text('pages.about')}">${ownLinks}</nav>`,
  };
  // In one pass, since a title may look like a placeholder.
  return template
    .replaceAll(/\{\{(\w+)\}\}/gu, (placeholder, name: string) => {
      const value = values[name];
      return value === undefined ? placeholder : html`${value}`.toString();
    })
    .trimEnd();
}

/** The messages of the page's own language, without those of static pages, of facts and of code to copy, as JSON that may stand in a `script` element. */
function messagesMarkup(choice: LocaleChoice): Markup {
  const messages = Object.entries(messagesOf[defaultTag(choice)]).filter(
    ([name]) => !/^(?:pages|facts|embed)\./u.test(name),
  );
  return scriptJson(Object.fromEntries(messages));
}

function endpointsMarkup(baseUrl: string): Markup[] {
  return Object.values(routes).map(({ path }) => {
    const address = path === '' ? `${apiRoot}/` : `${apiRoot}/${path}/`;
    const code = html`<code>${baseUrl}/${address}</code>`;
    return html`<li>${path.includes('{') ? code : html`<a href="${address}">${code}</a>`}</li>`;
  });
}

/** An open book on the color, as a data URL: with it browsers do not request `/favicon.ico`. */
function iconOf(color: string): string {
  const ink = shadesOf(color, 'light').accent;
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${ink}"/>` +
    '<path d="M16 10.5c-2-1.6-5-2-8-2v13c3 0 6 .4 8 2 2-1.6 5-2 8-2v-13c-3 0-6 .4-8 2zm0 0v13" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/></svg>';
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
}
