// List pages: the courses of a provider, a category or a language, made around rows that are rendered already, and the lists of these lists.
import { pageCount } from '../../api/paging.ts';
import { addressOf } from '../../api/routes.ts';
import type { Locale, MessageName } from '../../text/locales/translate.ts';
import { html, jsonLd } from '../../text/html.ts';
import { Markup } from '../../text/markup.ts';
import { shortened } from '../../text/shortened.ts';
import type { Frame, FrameOptions } from '../frame/frame.ts';
import { rowStart } from '../shared/course-row.ts';
import { coursePagesFolder, htmlListFolders, pathToRoot, type ShownRoute } from '../shared/page-paths.ts';
import { listFeedAddress } from '../frame/feed-address.ts';
import { breadcrumbList, breadcrumbs } from './breadcrumbs.ts';
import { countsInWords } from './catalog-counts.ts';
import { embedCode } from './embed-code.ts';
import type { RelatedLists } from './list-hierarchy.ts';
import { indexPageFolder, listPageAddress, type ShownList } from './paths.ts';

/** Courses, or lists of courses, on a page. */
export const itemsPerPage = 100;

/** The summary of a list, by route. Lists of another route get pages by a row here, and a folder in `htmlListFolders`. */
const summaries = {
  provider: 'pages.coursesFrom',
  category: 'pages.coursesOn',
  language: 'pages.coursesInLanguage',
} as const satisfies Record<ShownRoute, MessageName>;

/** The start of a row whose title leads to the page of its course; with these pages, rows are collected without it. */
export function rowStartIn({ coursePages }: FrameOptions, up: string): string {
  return coursePages ? `${rowStart}${up}${coursePagesFolder}/` : '';
}

interface ShownPage {
  readonly list: ShownList;
  readonly page: number;
  /** Of the courses on the page. */
  readonly linkhashes: readonly string[];
}

/** Stands for the rows while a page is rendered: no other text of a page has this character, which the templates replace. */
export const gap = new Markup('\0');

/** The text of a page before and after its rows, with the final newline. */
export interface PageAroundRows {
  readonly head: string;
  readonly tail: string;
}

export function splitAtRows(pageText: string): PageAroundRows {
  const [head = '', tail = ''] = pageText.split(gap.toString());
  return { head, tail: `${tail}\n` };
}

/**
 * A page of a list around its rows. It does not state the number of pages, so a
 * new course changes only the last ones.
 */
export function listPage(
  { list, page, linkhashes }: ShownPage,
  { ancestors, children, providers }: RelatedLists,
  frame: Frame,
): PageAroundRows {
  const { locale, options } = frame;
  const { route, count } = list;
  const name = shortened(list.label);
  const folder = listPageAddress(list, page);
  const up = pathToRoot(folder);
  const title = titleOf(name, page, locale);
  const crumbs = [
    { address: indexPageFolder(route, 1), name: nameOfAll(route, locale) },
    ...ancestors.map(({ label, ...parent }) => ({ address: listPageAddress(parent, 1), name: label })),
  ];
  const toPages = neighbors(page, pageCount(count, itemsPerPage), (other) => up + listPageAddress(list, other));
  const pageLinks = pager(toPages, locale);
  const rows =
    count === 0
      ? html`<p class="empty">${locale.text('empty.list')}</p>${gap}\n`
      : courseList({ list, name, action: up + listPageAddress(list, 1) }, [gap], pageLinks, locale);
  const address = addressOf('', route, list.parameter);
  const feed = feedLinks(list, up, frame);
  const isEmbeddable = page === 1 && count > 0;
  const embedded = { name, attributes: [[route, list.parameter]] } as const;
  const embed = isEmbeddable ? embedCode(folder, embedded, options, locale) : [];
  const whatItHas = [
    html`<p class="under-heading">${countsInWords({ courses: count, providers }, locale)}</p>\n`,
    ...ways(children.map((child) => chip(up + listPageAddress(child, 1), shortened(child.label), child.count, locale))),
  ];
  const pageText = frame.page(folder, {
    title,
    summary: locale.text(summaries[route], { name: title }),
    head: [...feed.head, jsonLd(breadcrumbList(crumbs, title, options.baseUrl)), ...itemList(linkhashes, options)],
    main: html`${breadcrumbs(crumbs, up, locale)}<h1 dir="auto">${name}</h1>
${page === 1 ? whatItHas : subheading(page, locale)}${rows}${embed}`,
    alternates: [...feed.link, asJson(address, up, locale)],
  });
  return splitAtRows(pageText);
}

/** A page with some of all lists of a route, in order, without the final newline. `childrenOf` finds lists to show with one. */
export function indexPage(
  route: ShownRoute,
  { lists, page, pages }: { readonly lists: readonly ShownList[]; readonly page: number; readonly pages: number },
  childrenOf: (list: ShownList) => readonly ShownList[],
  frame: Frame,
): string {
  const { locale, options } = frame;
  const all = htmlListFolders[route];
  const folder = indexPageFolder(route, page);
  const up = pathToRoot(folder);
  const name = nameOfAll(route, locale);
  const address = addressOf('', all);
  const toPages = neighbors(page, pages, (other) => up + indexPageFolder(route, other));
  return frame.page(folder, {
    title: titleOf(name, page, locale),
    summary: locale.text(`pages.${all}In`, { title: options.title }),
    head: [],
    main: html`<h1>${name}</h1>\n${subheading(page, locale)}${lists.length === 0 ? html`<p class="empty">${locale.text(`empty.${all}`)}</p>\n` : items(lists, up, locale, childrenOf)}${pager(toPages, locale)}`,
    alternates: [asJson(address, up, locale)],
  });
}

/** A list of courses: without a script its rows and the links to its other pages, with one a search and filters of it. */
export function courseList(
  of: { readonly list?: ShownList; readonly name?: string; readonly action: string },
  rows: readonly Markup[],
  pageLinks: readonly Markup[],
  locale: Locale,
): Markup {
  const { text } = locale;
  const { list, name, action } = of;
  const listAttribute = list === undefined ? [] : html` list="${list.route}:${list.parameter}"`;
  const label = name === undefined ? text('search.label') : text('search.in', { name });
  return html`<course-list${listAttribute}>
${searchForm(action, label, locale)}<noscript><p class="quiet">${text('pages.noScript')}</p></noscript>
<ul class="courses">\n${rows}</ul>
${pageLinks}</course-list>
`;
}

/** A field for a search of all courses, or of a list. Without a script it leads to them. */
export function searchForm(action: string, label: string, { text }: Locale): Markup {
  return html`<form class="find" role="search" aria-label="${label}" action="${action}"><input type="search" name="q" aria-label="${label}" placeholder="${label}"><button>${text('search.title')}</button></form>\n`;
}

/** Short links to begin with. */
export function ways(chips: readonly Markup[]): Markup[] {
  return chips.length === 0 ? [] : [html`<ul class="ways">\n${chips}</ul>\n`];
}

/** A short link with a number of courses. */
export function chip(href: string, label: string, count: number | undefined, locale: Locale): Markup {
  const number = count === undefined ? [] : [html` <span class="count">${locale.number(count)}</span>`];
  return html`<li><a href="${href}"><bdi>${label}</bdi>${number}</a></li>\n`;
}

/** A link to all of what a section shows some of. */
export function linkToAll(href: string, label: string, count: number, locale: Locale): Markup {
  return html`<a href="${href}">${label} <span class="count">${locale.number(count)}</span></a>`;
}

/** The courses of a page as an `ItemList` of schema.org, whose items are pages of this site. Search engines take fewer than three for no list; each page is a list of its own to them. */
export function itemList(linkhashes: readonly string[], { baseUrl, coursePages }: FrameOptions): Markup[] {
  if (linkhashes.length < 3 || !coursePages) return [];
  const itemListElement = linkhashes.map((linkhash, index) => {
    return { '@type': 'ListItem', position: index + 1, url: `${baseUrl}/${coursePagesFolder}/${linkhash}/` };
  });
  return [jsonLd({ '@context': 'https://schema.org', '@type': 'ItemList', itemListElement })];
}

function nameOfAll(route: ShownRoute, { text }: Locale): string {
  return text(`nav.${htmlListFolders[route]}`);
}

function titleOf(name: string, page: number, { text }: Locale): string {
  return page === 1 ? name : text('pages.titleOfPage', { name, page });
}

function subheading(page: number, { text }: Locale): Markup[] {
  return page === 1 ? [] : [html`<p class="under-heading">${text('pages.page', { page })}</p>\n`];
}

/** Links to lists, with their numbers of courses. */
function items(
  lists: readonly ShownList[],
  up: string,
  locale: Locale,
  childrenOf: (list: ShownList) => readonly ShownList[],
): Markup {
  const item = (list: ShownList): Markup => {
    const children = childrenOf(list);
    const link = html`<a href="${up}${listPageAddress(list, 1)}" dir="auto">${shortened(list.label)}</a>`;
    const below = children.length > 0 ? [items(children, up, locale, () => [])] : [];
    return html`<li>${link} <span class="count">${locale.number(list.count)}</span>${below}</li>\n`;
  };
  return html`<ul class="items">\n${lists.map(item)}</ul>\n`;
}

/** The links to the page before and the page after, as they stand in an address. */
export function pager(
  { previous, next }: Readonly<Record<'previous' | 'next', string | undefined>>,
  { text }: Locale,
): Markup[] {
  const to = (href: string | undefined, rel: string, name: MessageName): Markup[] =>
    href === undefined ? [] : [html`<a class="step" rel="${rel}" href="${href}">${text(name)}</a>\n`];
  const links = [...to(previous, 'prev', 'pages.previous'), ...to(next, 'next', 'pages.next')];
  return links.length === 0 ? [] : [html`<nav class="pager" aria-label="${text('pager.label')}">${links}</nav>\n`];
}

/** The neighbors of a page among those that are numbered from 1. */
function neighbors(page: number, pages: number, addressOfPage: (page: number) => string) {
  const addressIf = (other: number) => (other < 1 || other > pages ? undefined : addressOfPage(other));
  return { previous: addressIf(page - 1), next: addressIf(page + 1) };
}

/** The links to the feed of a list: for feed readers, and for people. */
function feedLinks(list: ShownList, up: string, { locale }: Frame): Record<'head' | 'link', Markup[]> {
  const href = up + listFeedAddress(list);
  const title = locale.text('pages.feedAtom', { title: shortened(list.label) });
  return {
    head: [html`<link rel="alternate" type="application/atom+xml" title="${title}" href="${href}">\n`],
    link: [html`<a href="${href}"><bdi>${title}</bdi></a> `],
  };
}

export function asJson(address: string, up: string, { text }: Locale): Markup {
  return html`<a href="${up}${address.slice(1)}">${text('pages.listAsJson')}</a>`;
}
