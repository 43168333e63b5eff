// Provider pages: lists of links through which every course page can be reached, made around links that are rendered already.
import { pagesOf, type List } from '../../api/paging.ts';
import { html } from '../../text/html.ts';
import { Markup, type Content } from '../../text/markup.ts';
import { pageMarkup, upFrom, type PagesSite } from './document.ts';
import { shortened } from '../../text/shortened.ts';
import { coursePagesFolder, providerPageFolder, providerPagesFolder } from './paths.ts';

export const coursesPerPage = 100;

export const linkEnd = '</a></li>\n';

/** Stands for the links while the page is rendered: no other text of a page has this character, which the templates replace. */
const gap = new Markup('\0');

/**
 * A page of the courses of a provider around their links, each of which begins with `linkStart` and ends with `linkEnd`. It does not state
 * the number of pages, so a new course changes only the last ones.
 */
export function providerPage({ parameter: id, label, count }: List, page: number, site: PagesSite) {
  const name = shortened(label);
  const pages = pagesOf(count, coursesPerPage);
  const folder = providerPageFolder(id, page);
  const up = upFrom(folder);
  const place = page === 1 ? name : `${name}, page ${page}`;
  const to = (other: number, rel: string, text: string): Markup[] =>
    other < 1 || other > pages
      ? []
      : [html`<a rel="${rel}" href="${up}${providerPageFolder(id, other)}">${text}</a>\n`];
  const links = count === 0 ? html`<p>No courses.</p>${gap}\n` : html`<ul class="courses">\n${gap}</ul>\n`;
  const others = [...to(page - 1, 'prev', 'Previous page'), ...to(page + 1, 'next', 'Next page')];
  const whole = pageMarkup(
    {
      title: place,
      summary: `Courses from ${place}`,
      folder,
      head: [],
      main: html`<p class="over"><a href="${up}${providerPagesFolder}/">Providers</a></p>
<h1 dir="auto">${name}</h1>
${page === 1 ? [] : [html`<p class="page-number">Page ${page}</p>\n`]}${links}${
        others.length === 0 ? [] : [html`<nav aria-label="Pages">${others}</nav>\n`]
      }`,
      footer: inCatalog(`providers/${id}/courses/`, up, site),
    },
    site,
  );
  const [head = '', tail = ''] = whole.split(gap.toString());
  return { head, tail: `${tail}\n`, linkStart: `<li><a href="${up}${coursePagesFolder}/` };
}

/** The list of all providers, without the final newline. */
export function providersPage(providers: readonly List[], site: PagesSite): string {
  const folder = `${providerPagesFolder}/`;
  const link = ({ parameter: id, label }: List) => html`<li><a href="${id}/" dir="auto">${shortened(label)}</a></li>\n`;
  return pageMarkup(
    {
      title: 'Providers',
      summary: `Providers of the courses in ${site.title}`,
      folder,
      head: [],
      main: html`<h1>Providers</h1>\n<ul class="courses">\n${providers.map(link)}</ul>\n`,
      footer: inCatalog('providers/', upFrom(folder), site),
    },
    site,
  );
}

function inCatalog(place: string, up: string, { frontPage }: PagesSite): Content {
  return frontPage ? html`<a href="${up}#/${place}">This list in the catalog</a>` : '';
}
