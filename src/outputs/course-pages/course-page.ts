// Course pages: a course for people and crawlers without JavaScript, and its row in lists of courses.
import { viewsFolder, type PagedRoute } from '../../api/routes.ts';
import type { FullCourse } from '../../api/schemas.ts';
import type { Course } from '../../catalog/course.ts';
import { dayPart } from '../../catalog/date.ts';
import type { References } from '../../catalog/references.ts';
import { CategoryTree } from '../../catalog/category-tree.ts';
import { html, scriptJson, utf8Html } from '../../text/html.ts';
import { Markup, MarkupWithHoles } from '../../text/markup.ts';
import { memoize } from '../../text/memoize.ts';
import { textOfUtf8, utf8Of } from '../../text/utf8.ts';
import { tagLookup } from '../../catalog/language-tags.ts';
import { authorsIn } from '../../text/lists-in-text.ts';
import { descriptionUtf8Text } from '../../text/plain-text.ts';
import { maxShownLength, shortened } from '../../text/shortened.ts';
import { uriOf } from '../../text/web-address.ts';
import { namedLists } from '../../catalog/named-lists.ts';
import type { MessageName } from '../../locales/translate.ts';
import { openFrame, type Frame, type PagesSite } from '../static-pages/frame.ts';
import { listsFolders, pathToRoot } from '../static-pages/paths.ts';
import { breadcrumbs } from './surroundings.ts';
import { coursePagesFolder, listPageAddress } from './paths.ts';
import { structuredData, type ShownCourse } from './structured-data.ts';

/** Characters of a summary, which search engines and link previews cut anyway. */
const maxSummary = 160;

/** Items that a page shows of a list, before it says how many more there are. */
const maxItems = 100;

/** From a course page to the site root. */
const up = pathToRoot(`${coursePagesFolder}/linkhash/`);

const holes = ['title', 'summary', 'linkhash', 'data', 'main'] as const;

/** Renders the pages of courses that use these references. What many pages share is rendered once. */
export class CoursePageRenderer {
  private readonly data: (page: ShownCourse) => object;
  private readonly page: MarkupWithHoles<(typeof holes)[number]>;
  private readonly providers: readonly {
    readonly crumbs: Markup;
    readonly rows: readonly Markup[];
    readonly fact: Markup;
  }[];
  private readonly categories: readonly Markup[];
  private readonly language: (name: string) => {
    readonly tag: string | undefined;
    readonly item: Markup;
    readonly fact: Markup;
  };
  private readonly day: (day: string) => Markup;
  /** A message as a UTF-8 string. `count` is for the name of a row with so many values. */
  private readonly text: (name: MessageName, count?: number) => string;
  private readonly frame: Frame;

  /** The absolute address of the folder of all course pages. */
  private readonly address: string;

  constructor(references: References, site: PagesSite) {
    const { locale, languageName } = (this.frame = openFrame(site));
    const [singular, plural] = [1, 2].map((count) =>
      memoize((name: MessageName) => utf8Of(locale.text(name, { count }))),
    );
    this.text = (name, count) => (count === 1 ? singular : plural)?.(name) ?? '';
    this.address = utf8Of(`${site.baseUrl}/${coursePagesFolder}/`);
    const tagOf = tagLookup(references);
    const tree = new CategoryTree(references.categories);
    this.page = this.pageWithHoles();
    const listItem = (route: PagedRoute, parameter: string, name: string) =>
      utf8Html`<li><a href="${up}${utf8Of(listPageAddress({ route, parameter }, 1))}"><bdi>${utf8Of(shortened(name))}</bdi></a></li>`;
    this.language = memoize((name) => {
      const written = textOfUtf8(name);
      const displayName = languageName(written);
      const item = listItem('language', namedLists.language.publishedName(written), displayName);
      return { tag: tagOf(written), item, fact: factOf(utf8Html`<bdi>${utf8Of(shortened(displayName))}</bdi>`) };
    });
    this.day = memoize((day) => utf8Html`<time datetime="${day}">${utf8Of(locale.date(day))}</time>`);
    this.data = structuredData(references, (name) => this.language(name).tag, site.baseUrl);
    this.categories = references.categories.map(({ id }, index) =>
      listItem('category', String(id), tree.namesDownTo(index).join(' › ')),
    );
    this.providers = references.providers.map(({ id, name, url }) => {
      const address = listPageAddress({ route: 'provider', parameter: String(id) }, 1);
      const shortName = utf8Html`<bdi>${utf8Of(shortened(name))}</bdi>`;
      const link = utf8Html`<a href="${up}${address}">${shortName}</a>`;
      const website = utf8Of(url);
      const above = { address: `${up}${listsFolders.provider}/`, name: locale.text('nav.providers') };
      return {
        fact: factOf(shortName),
        crumbs: new Markup(utf8Of(breadcrumbs([above, { address: up + address, name }], locale).toString())),
        rows: [
          ...this.row('field.provider', link),
          ...(url === '' ? [] : this.row('pages.website', externalLink(website, website))),
        ],
      };
    });
  }

  /**
   * Renders the page of a course without the final newline, and its row in lists of courses: what follows the address of the folder of
   * all course pages, up to the end tag of the row. `modified` is for structured data. These and the record have UTF-8 strings (see `text/utf8.ts`).
   */
  render(course: Course, record: FullCourse, modified: string): { readonly page: string; readonly row: string } {
    const text = descriptionUtf8Text(record.description);
    const shown: ShownCourse = {
      course,
      record,
      modified,
      text,
      authors: authorsIn(textOfUtf8(record.author)).map(utf8Of),
      uri: uriOf(textOfUtf8(record.linkurl)),
      address: `${this.address}${record.linkhash}/`,
    };
    const title = utf8Html`${shortenedUtf8(record.title)}`;
    const lang = this.langOf(record);
    const page = this.page.fillIn({
      title,
      summary: utf8Html`${summaryOf(text) || this.courseFrom(record.provider_name)}`,
      linkhash: utf8Html`${record.linkhash}`,
      data: scriptJson(this.data(shown)),
      main: this.main(shown, title, lang),
    });
    return { page, row: this.rowOf(shown, title, lang) };
  }

  /** With no more languages than fit on a line. */
  private rowOf({ course, record }: ShownCourse, title: Markup, lang: readonly Markup[]): string {
    const provider = this.providers[course.provider]?.fact ?? [];
    const languages = record.language.slice(0, 3).map((name) => this.language(name).fact);
    const day = this.day(dayPart(record.date_published));
    return utf8Html`${record.linkhash}/" dir="auto"${lang}>${title}</a><p class="facts">${provider}${languages}${day}</p>`.toString();
  }

  private main(shown: ShownCourse, title: Markup, lang: readonly Markup[]): Markup {
    const { course, record, text, uri } = shown;
    const { crumbs, rows } = this.providers[course.provider] ?? { crumbs: '', rows: [] };
    return utf8Html`${crumbs}<h1 dir="auto"${lang}>${title}</h1>
<p class="course-link">${uri === undefined ? [] : [externalLink(record.linkurl, this.text('course.link'), 'button')]}<bdi class="address" dir="ltr">${shortenedUtf8(record.linkurl)}</bdi></p>
${text === '' ? [] : [utf8Html`<p class="description text" dir="auto"${lang}>${shortenedUtf8(text, maxShownLength.description)}</p>\n`]}<dl class="details">
${rows}${this.rows(shown)}</dl>
`;
  }

  private rows({ course, record, authors }: ShownCourse): Markup[] {
    const license = utf8Of(course.license);
    return [
      ...this.list('pages.authors', authors, itemOf),
      ...this.list('pages.languages', record.language, (name) => this.language(name).item),
      ...this.list('pages.categories', course.categories, (index) => this.categories[index] ?? []),
      ...(record.tags === '' ? [] : this.row('field.tags', utf8Html`<bdi>${shortenedUtf8(record.tags)}</bdi>`)),
      ...this.row('field.published', this.day(dayPart(record.date_published))),
      ...(course.modified === '' ? [] : this.row('pages.updated', this.day(course.modified))),
      ...(license === '' ? [] : this.row('pages.license', externalLink(license, license))),
    ];
  }

  private row(name: MessageName, value: Markup, count = 1): Markup[] {
    return [utf8Html`<div><dt>${this.text(name, count)}</dt><dd>${value}</dd></div>\n`];
  }

  /** A row with a list; none for an empty one. */
  private list<T>(name: MessageName, values: readonly T[], item: (element: T) => Markup | readonly Markup[]): Markup[] {
    if (values.length === 0) return [];
    const more = values.length - maxItems;
    const { text } = this.frame.locale;
    const items = [
      ...values.slice(0, maxItems).flatMap((element) => item(element)),
      ...(more > 0 ? [utf8Html`<li>${utf8Of(text('pages.more', { number: more }))}</li>`] : []),
    ];
    return this.row(name, utf8Html`<ul>${items}</ul>`, values.length);
  }

  private courseFrom(provider: string): string {
    return utf8Of(this.frame.locale.text('course.from', { provider: textOfUtf8(provider) }));
  }

  /** A page with holes for a course; the rest is the same on every page. */
  private pageWithHoles(): MarkupWithHoles<(typeof holes)[number]> {
    const { page, locale, site } = this.frame;
    return new MarkupWithHoles(holes, (hole) => {
      const linkhash = hole('linkhash');
      const json = html`${up}${viewsFolder}/${linkhash}/`;
      const inCatalog = html`<a href="${up}#/courses/view/${linkhash}/">${locale.text('pages.inCatalog')}</a> `;
      const parts = {
        title: hole('title'),
        summary: hole('summary'),
        head: html`<link rel="alternate" type="application/json" href="${json}">
<script type="application/ld+json">${hole('data')}</script>
`,
        main: hole('main'),
        links: [...(site.frontPage ? [inCatalog] : []), html`<a href="${json}">${locale.text('pages.asJson')}</a>`],
      };
      return utf8Of(page(html`${coursePagesFolder}/${linkhash}/`, parts));
    });
  }

  /** A `lang` attribute, where a course has one language, by whatever names, and its tag is known. */
  private langOf({ language }: FullCourse): readonly Markup[] {
    const tag = language[0] === undefined ? undefined : this.language(language[0]).tag;
    const isCertain = tag !== undefined && language.every((name) => this.language(name).tag === tag);
    return isCertain ? [utf8Html` lang="${tag}"`] : [];
  }
}

function itemOf(text: string): Markup {
  return utf8Html`<li><bdi>${shortenedUtf8(text)}</bdi></li>`;
}

/** A UTF-8 string as pages show it. */
function shortenedUtf8(text: string, maxLength?: number): string {
  return text.length <= maxShownLength.other ? text : utf8Of(shortened(textOfUtf8(text), maxLength));
}

/** With a space for readers without a style sheet. */
function factOf(content: Markup): Markup {
  return utf8Html`<span>${content}</span> `;
}

function externalLink(address: string, text: string, name = ''): Markup {
  const style = name === '' ? [] : [utf8Html` class="${name}"`];
  return utf8Html`<a${style} href="${address}" rel="noopener nofollow ugc">${text}</a> `;
}

/** A UTF-8 string on one line, cut at a space if there is one in the second half: not every language writes them. */
function summaryOf(text: string): string {
  // The slice may end within a character, but beyond what is shown.
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
