// Course pages: a course for people and crawlers without JavaScript, and its link in the lists of courses.
import { grouped } from '../../text/format.ts';
import { viewsFolder } from '../../api/routes.ts';
import type { FullCourse } from '../../api/schemas.ts';
import type { Course } from '../../catalog/course.ts';
import type { References } from '../../catalog/references.ts';
import { CategoryTree } from '../../catalog/tree.ts';
import { html, utf8Html } from '../../text/html.ts';
import { Markup, MarkupWithHoles } from '../../text/markup.ts';
import { memoize, textOfUtf8, utf8Of } from '../../text/utf8.ts';
import { tagLookup } from '../../catalog/language-tags.ts';
import { authorsIn } from '../../text/lists-in-text.ts';
import { plainUtf8Text } from '../../text/plain.ts';
import { mostShown, shortened } from '../../text/shortened.ts';
import { uriOf } from '../../text/web-address.ts';
import { pageMarkup, upFrom, type PagesSite } from './document.ts';
import { coursePagesFolder, providerPageFolder } from './paths.ts';
import { structuredData, type ShownCourse } from './structured-data.ts';

/** Characters of a summary, which search engines and link previews cut anyway. */
const maxSummary = 160;

/** Items that a page shows of a list, before it says how many more there are. */
const mostItems = 100;

/** From a course page to the site root. */
const up = upFrom(`${coursePagesFolder}/linkhash/`);

const holes = ['title', 'summary', 'linkhash', 'data', 'main'] as const;

/** Renders the pages of courses that use these references. What many pages share is rendered once. */
export class CoursePageRenderer {
  private readonly data: (shown: ShownCourse) => object;
  private readonly frame: MarkupWithHoles<(typeof holes)[number]>;
  private readonly providers: readonly { readonly link: Markup; readonly rows: readonly Markup[] }[];
  private readonly categories: readonly Markup[];
  private readonly language: (name: string) => { readonly tag: string | undefined; readonly item: Markup };

  /** Of the folder of all course pages, absolute. */
  private readonly address: string;

  constructor(references: References, site: PagesSite) {
    this.address = utf8Of(`${site.baseUrl}/${coursePagesFolder}/`);
    const tagOf = tagLookup(references);
    const tree = new CategoryTree(references.categories);
    this.frame = frameOf(site);
    this.language = memoize((name) => ({ tag: tagOf(textOfUtf8(name)), item: itemOf(name) }));
    this.data = structuredData(references, (name) => this.language(name).tag, site.baseUrl);
    this.categories = references.categories.map((_, index) => itemOf(utf8Of(tree.namesDownTo(index).join(' › '))));
    this.providers = references.providers.map(({ id, name, url }) => {
      const link = utf8Html`<a href="${up}${providerPageFolder(String(id), 1)}"><bdi>${utf8Of(shortened(name))}</bdi></a>`;
      const website = utf8Of(url);
      return {
        link,
        rows: [...row('Provider', link), ...(url === '' ? [] : row('Website', outward(website, website)))],
      };
    });
  }

  /**
   * Renders the page of a course without the final newline, and its link in lists of courses: what follows the address of the folder of
   * all course pages, up to the end tag. These and the record have UTF-8 texts (see `text/utf8.ts`).
   */
  render(course: Course, record: FullCourse): { readonly page: string; readonly link: string } {
    const text = plainUtf8Text(record.description);
    const shown: ShownCourse = {
      course,
      record,
      text,
      authors: authorsIn(textOfUtf8(record.author)).map(utf8Of),
      uri: uriOf(textOfUtf8(record.linkurl)),
      address: `${this.address}${record.linkhash}/`,
    };
    const title = utf8Html`${shortenedUtf8(record.title)}`;
    const lang = this.langOf(record);
    const page = this.frame.fillIn({
      title,
      summary: utf8Html`${summaryOf(text) || `A course from ${record.provider_name}`}`,
      linkhash: utf8Html`${record.linkhash}`,
      data: dataBlock(this.data(shown)),
      main: this.main(shown, title, lang),
    });
    return { page, link: utf8Html`${record.linkhash}/" dir="auto"${lang}>${title}`.toString() };
  }

  private main(shown: ShownCourse, title: Markup, lang: readonly Markup[]): Markup {
    const { course, record, text, uri } = shown;
    const { link, rows } = this.providers[course.provider] ?? { link: '', rows: [] };
    return utf8Html`<p class="over">${link}</p>
<h1 dir="auto"${lang}>${title}</h1>
<p class="place">${uri === undefined ? [] : [outward(record.linkurl, 'Go to the course', 'button')]}<bdi class="address" dir="ltr">${shortenedUtf8(record.linkurl)}</bdi></p>
${text === '' ? [] : [utf8Html`<p class="text" dir="auto"${lang}>${shortenedUtf8(text, mostShown.description)}</p>\n`]}<dl>
${rows}${this.rows(shown)}</dl>
`;
  }

  private rows({ course, record, authors }: ShownCourse): Markup[] {
    const license = utf8Of(course.license);
    return [
      ...list('Author', 'Authors', authors, itemOf),
      ...list('Language', 'Languages', record.language, (name) => this.language(name).item),
      ...list('Category', 'Categories', course.categories, (index) => this.categories[index] ?? []),
      ...(record.tags === '' ? [] : row('Tags', utf8Html`<bdi>${shortenedUtf8(record.tags)}</bdi>`)),
      ...row('Published', dated(record.date_published.slice(0, 'YYYY-MM-DD'.length))),
      ...(course.modified === '' ? [] : row('Updated', dated(course.modified))),
      ...(license === '' ? [] : row('License', outward(license, license))),
    ];
  }

  /** A `lang` attribute, where a course has one language, by whatever names, and its tag is known. */
  private langOf({ language }: FullCourse): readonly Markup[] {
    const tag = language[0] === undefined ? undefined : this.language(language[0]).tag;
    const isCertain = tag !== undefined && language.every((name) => this.language(name).tag === tag);
    return isCertain ? [utf8Html` lang="${tag}"`] : [];
  }
}

/** What stands around a course, with holes for it; the rest is the same on every page. */
function frameOf(site: PagesSite): MarkupWithHoles<(typeof holes)[number]> {
  return new MarkupWithHoles(holes, (hole) => {
    const linkhash = hole('linkhash');
    const json = html`${up}${viewsFolder}/${linkhash}/`;
    const inCatalog = site.frontPage
      ? [html`<a href="${up}#/courses/view/${linkhash}/">This course in the catalog</a> `]
      : [];
    const parts = {
      title: hole('title'),
      summary: hole('summary'),
      folder: html`${coursePagesFolder}/${linkhash}/`,
      head: html`<link rel="alternate" type="application/json" href="${json}">
<script type="application/ld+json">${hole('data')}</script>
`,
      main: hole('main'),
      footer: [...inCatalog, html`<a href="${json}">This course as JSON</a>`],
    };
    return utf8Of(pageMarkup(parts, site));
  });
}

function itemOf(text: string): Markup {
  return utf8Html`<li><bdi>${shortenedUtf8(text)}</bdi></li>`;
}

/** A UTF-8 text as pages show it. */
function shortenedUtf8(text: string, most?: number): string {
  return text.length <= mostShown.other ? text : utf8Of(shortened(textOfUtf8(text), most));
}

function row(name: string, value: Markup): Markup[] {
  return [utf8Html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`];
}

/** A row with a list, named by the number of its items; none for none. */
function list<T>(
  one: string,
  several: string,
  all: readonly T[],
  item: (of: T) => Markup | readonly Markup[],
): Markup[] {
  if (all.length === 0) return [];
  const more = all.length - mostItems;
  const items = [
    ...all.slice(0, mostItems).flatMap((each) => item(each)),
    ...(more > 0 ? [utf8Html`<li>and ${grouped(more)} more</li>`] : []),
  ];
  return row(all.length === 1 ? one : several, utf8Html`<ul>${items}</ul>`);
}

function dated(day: string): Markup {
  return utf8Html`<time datetime="${day}">${day}</time>`;
}

function outward(address: string, text: string, name = ''): Markup {
  const style = name === '' ? [] : [utf8Html` class="${name}"`];
  return utf8Html`<a${style} href="${address}" rel="noopener nofollow ugc">${text}</a> `;
}

/** A UTF-8 text on one line, cut at a space if there is one in the second half: not every language writes them. */
function summaryOf(text: string): string {
  // The start may end within a character, but only after what is kept of it.
  const start = onOneLine(text.slice(0, 4 * maxSummary));
  const line = start.length > maxSummary ? start : onOneLine(text);
  if (line.length <= maxSummary) return utf8Of(line);
  const space = line.lastIndexOf(' ', maxSummary - 1);
  const end = space > maxSummary / 2 ? space : maxSummary - 1;
  return utf8Of(shortened(line, end));
}

function onOneLine(text: string): string {
  return textOfUtf8(text)
    .replaceAll(/[^\S ]\s*| \s+/gu, ' ')
    .trim();
}

/** JSON for a script element, which nothing in it can end. */
function dataBlock(data: object): Markup {
  return new Markup(JSON.stringify(data).replaceAll('<', String.raw`\u003c`));
}
