// The frame of pages: head, header and footer of documents that work without scripts.
import { shownName } from '../../text/locales/language-names.ts';
import { localeOf } from '../../text/locales/locales.ts';
import type { Locale } from '../../text/locales/translate.ts';
import type { SiteFeatures } from '../../api/published-paths.ts';
import { html } from '../../text/html.ts';
import type { Content, Markup } from '../../text/markup.ts';
import type { Site, SiteOptions } from '../site-options.ts';
import { pagePolicy } from '../shared/policy.ts';
import { suggestLinks } from './contact.ts';
import { feedPaths } from './feed-address.ts';
import {
  chartsFolder,
  coursePagesFolder,
  downloadsFolder,
  htmlListFolders,
  apiReferenceFolder,
  scriptFile,
  stylesheetFile,
  pathToRoot,
} from '../shared/page-paths.ts';

/** The options that the frame of pages depends on. Plain data, so that other threads can have it. */
export interface FrameOptions
  extends
    Pick<SiteOptions, 'baseUrl' | 'title' | 'locale' | 'logo' | 'footerLinks' | 'contact'>,
    Pick<SiteFeatures, 'coursePages' | 'dumps'> {}

export function frameOptionsOf({ options, features }: Site): FrameOptions {
  const { baseUrl, title, locale, logo, footerLinks, contact } = options;
  const { coursePages, dumps } = features;
  return { baseUrl, title, locale, logo, footerLinks, contact, coursePages, dumps };
}

interface PageContent {
  readonly title: string | Markup;
  /** One line. */
  readonly summary: string | Markup;
  /** More elements of the head. */
  readonly head: Content;
  readonly main: Content;
  /** Links to other forms of the page; may be empty. */
  readonly alternates: Content;
  /** The server of a picture, after a space; empty for a page without one. */
  readonly pictures?: Content;
}

export type Frame = ReturnType<typeof openFrame>;

/** The frame of the pages of a site. Pages have no final newline. */
export function openFrame(options: FrameOptions) {
  const locale = localeOf(options.locale);
  return {
    options,
    locale,
    /** The name of a language in the language of the page. */
    localizedLanguage: (name: string) => shownName(name, locale),
    /** The page in a folder, which is relative to the site root, with a trailing slash, as it stands in addresses. Its links are relative, so that a preview and a copy can be browsed. */
    page: (folder: string | Markup, content: PageContent): string => {
      const { title, summary } = content;
      const address = html`${options.baseUrl}/${folder}`;
      const head = html`<meta property="og:description" content="${summary}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${options.title}">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${address}">
${imageMarkup(options)}<link rel="canonical" href="${address}">
${content.head}`;
      return pageMarkup(folder.toString(), pathToRoot(folder.toString()), { ...content, head }, options, locale);
    },
    /** A page that is sent at any address; `up` leads from it to the site root. */
    pageAnywhere: (up: string, content: PageContent) => pageMarkup(notFoundPath, up, content, options, locale),
  };
}

/** A page that is in no folder, and not the front page either. */
const notFoundPath = '404.html';

const [policyStart = '', policyEnd = ''] = pagePolicy.split(/(?<=img-src 'self' data:)/u);

function pageMarkup(folder: string, up: string, content: PageContent, options: FrameOptions, locale: Locale): string {
  const { title, summary, head, main, alternates, pictures = '' } = content;
  return documentMarkup(up, locale, {
    policy: html`${policyStart}${pictures}${policyEnd}`,
    title: html`${title}${folder === '' ? '' : ` – ${options.title}`}`,
    head: html`<meta name="description" content="${summary}">\n${head}`,
    scripts: html`<script src="${up}${scriptFile}"></script>`,
    body: html`<a class="skip" href="#content">${locale.text('frame.skip')}</a>
${headerMarkup(folder, up, options, locale)}<main id="content">
${main}</main>
${footerMarkup(up, alternates, options, locale)}`,
  });
}

interface DocumentParts {
  readonly policy: string | Markup;
  readonly title: string | Markup;
  readonly head: Markup;
  readonly scripts: Markup;
  readonly body: Markup;
}

/** A document with the style of all pages, without the final newline; `up` leads from it to the site root. */
export function documentMarkup(up: string, { tag, dir }: Locale, parts: DocumentParts): string {
  const { policy, title, head, scripts, body } = parts;
  return html`<!doctype html>
<html lang="${tag}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${head}<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}${stylesheetFile}">
${scripts}
</head>
<body>
${body}</body>
</html>`.toString();
}

/** The header of a page in a folder. The front page has its search in the middle instead. */
function headerMarkup(folder: string, up: string, { title, logo }: FrameOptions, { text }: Locale): Markup {
  const item = (path: string, name: string) => {
    const current = folder.startsWith(path) ? [html` aria-current="${path === folder ? 'page' : 'true'}"`] : [];
    return html`<li><a href="${up}${path}"${current}>${name}</a></li>\n`;
  };
  const label = text('search.label');
  const courses = `${up}${coursePagesFolder}/`;
  const search = html`<form class="find" role="search" action="${courses}"><input type="search" name="q" aria-label="${label}" placeholder="${label}"></form>
<a class="to-search" href="${courses}" aria-label="${label}"></a>
`;
  return html`<header class="top"><div class="in">
<a class="brand" href="${up === '' ? './' : up}">${logo === undefined ? [] : [html`<img src="${up}${logo}" alt="">`]}<bdi>${title}</bdi></a>
<nav id="menu" popover="auto" aria-label="${text('frame.navigation')}"><ul>
${item(`${coursePagesFolder}/`, text('nav.courses'))}${[
    item(`${htmlListFolders.category}/`, text('nav.categories')),
    item(`${htmlListFolders.provider}/`, text('nav.providers')),
    item(`${htmlListFolders.language}/`, text('nav.languages')),
    item(`${chartsFolder}/`, text('nav.charts')),
    item(`${apiReferenceFolder}/`, text('nav.api')),
  ]}</ul></nav>
${folder === '' ? '' : search}<button type="button" class="theme" aria-label="${text('frame.theme')}"></button>
<button type="button" class="menu" popovertarget="menu">${text('frame.menu')}</button>
</div></header>
`;
}

function footerMarkup(up: string, alternates: Content, options: FrameOptions, locale: Locale): Markup {
  const { text } = locale;
  const links = [
    { label: text('footer.reference'), address: `${apiReferenceFolder}/` },
    ...(options.dumps ? [{ label: text('footer.downloads'), address: `${downloadsFolder}/` }] : []),
    { label: text('footer.atom'), address: feedPaths.atom },
    ...suggestLinks(options.contact, locale),
    ...options.footerLinks,
  ];
  const items = links.map(({ label, address }) => {
    const href = /^(?:https?|mailto):/iu.test(address) ? address : up + address;
    return html`<li><a href="${href}"><bdi>${label}</bdi></a></li>\n`;
  });
  return html`<footer class="bottom"><div class="in">
${String(alternates) === '' ? [] : [html`<p>${alternates}</p>\n`]}<p>${text('footer.note')}</p>
<ul>
${items}</ul>
</div></footer>
`;
}

/** The picture that link previews show. */
function imageMarkup({ baseUrl, logo }: Pick<FrameOptions, 'baseUrl' | 'logo'>): Markup[] {
  return logo === undefined ? [] : [html`<meta property="og:image" content="${baseUrl}/${logo}">\n`];
}
