// Course pages: a course for people and crawlers without JavaScript, and its row in lists of courses.
import { viewsFolder } from '../../api/routes.ts';
import type { FullCourse } from '../../api/schemas.ts';
import type { Course } from '../../catalog/course.ts';
import { dayPart } from '../../catalog/date.ts';
import type { References } from '../../catalog/references.ts';
import { CategoryTree } from '../../catalog/category-tree.ts';
import { html, scriptJson, utf8Html } from '../../text/html.ts';
import { Markup, MarkupWithHoles } from '../../text/markup.ts';
import { memoize } from '../../memoize.ts';
import { textOfUtf8, utf8Of } from '../../text/utf8.ts';
import { sourceTagLookup } from '../../catalog/language-tags.ts';
import { authorsIn } from '../../text/lists-in-text.ts';
import { descriptionUtf8Text } from '../../text/description-text.ts';
import { maxShownLength, shortened } from '../../text/shortened.ts';
import { uriOf } from '../../urls/web-address.ts';
import { namedLists } from '../../catalog/named-lists.ts';
import type { MessageName } from '../../locales/translate.ts';
import { openFrame, type Frame, type FrameOptions } from '../static-pages/frame.ts';
import { htmlListFolders, pathToRoot, type ShownRoute } from '../static-pages/paths.ts';
import { breadcrumbs } from './list-hierarchy.ts';
import { coursePagesFolder, listPageAddress } from './paths.ts';
import { structuredData, type ShownCourse } from './structured-data.ts';

/** Characters of a summary, which search engines and link previews cut anyway. */
const maxSummary = 160;

/** Items that a page shows of a list, before it says how many more there are. */
const maxItems = 100;

/** From a course page to the site root. */
const up = pathToRoot(`${coursePagesFolder}/linkhash/`);

/**
 * Returns a function that renders the page of a course without the final newline, and its row in lists of courses: what follows the
 * address of the folder of all course pages, up to the end tag of the row. Courses use these references. `modified` is for structured
 * data. These and the record have UTF-8 strings (see `text/utf8.ts`).
 */
export function openCoursePages(references: References, options: FrameOptions) {
  const frame = openFrame(options);
  const { locale } = frame;
  const shared = sharedParts(references, frame);
  const { text, detail, list, day, language, langOf } = shared;
  /** The absolute address of the folder of all course pages. */
  const addressOfPages = utf8Of(`${options.baseUrl}/${coursePagesFolder}/`);
  const page = pageWithHoles(frame);
  const data = structuredData(references, (name) => language(name).tag, options.baseUrl);

  function detailsOf({ course, record, authors }: ShownCourse): Markup[] {
    const license = utf8Of(course.license);
    return [
      ...list('pages.authors', authors, itemOf),
      ...list('pages.languages', record.language, (name) => language(name).item),
      ...list('pages.categories', course.categories, (index) => shared.categories[index] ?? []),
      ...(record.tags === '' ? [] : detail('field.tags', utf8Html`<bdi>${shortenedUtf8(record.tags)}</bdi>`)),
      ...detail('field.published', day(dayPart(record.date_published))),
      ...(course.modified === '' ? [] : detail('pages.updated', day(course.modified))),
      ...(license === '' ? [] : detail('pages.license', externalLink(license, license))),
    ];
  }

  return (course: Course, record: FullCourse, modified: string): { readonly page: string; readonly row: string } => {
    const description = descriptionUtf8Text(record.description);
    const uri = uriOf(textOfUtf8(record.linkurl));
    const shown: ShownCourse = {
      course,
      record,
      modified,
      text: description,
      authors: authorsIn(textOfUtf8(record.author)).map(utf8Of),
      uri,
      address: `${addressOfPages}${record.linkhash}/`,
    };
    const { crumbs = '', details = [], fact = [] } = shared.providers[course.provider] ?? {};
    const title = utf8Html`${shortenedUtf8(record.title)}`;
    const lang = langOf(record.language);
    const from = () => utf8Of(locale.text('course.from', { provider: textOfUtf8(record.provider_name) }));
    // No more than fit on a line.
    const languages = record.language.slice(0, 3).map((name) => language(name).fact);
    return {
      page: page.fillIn({
        title,
        summary: utf8Html`${summaryOf(description) || from()}`,
        linkhash: utf8Html`${record.linkhash}`,
        data: scriptJson(data(shown)),
        main: utf8Html`${crumbs}<h1 dir="auto"${lang}>${title}</h1>
<p class="course-link">${uri === undefined ? [] : [externalLink(record.linkurl, text('course.link'), 'button')]}<bdi class="address" dir="ltr">${shortenedUtf8(record.linkurl)}</bdi></p>
${description === '' ? [] : [utf8Html`<p class="description text" dir="auto"${lang}>${shortenedUtf8(description, maxShownLength.description)}</p>\n`]}<dl class="details">
${details}${detailsOf(shown)}</dl>
`,
      }),
      row: utf8Html`${record.linkhash}/" dir="auto"${lang}>${title}</a><p class="facts">${fact}${languages}${day(dayPart(record.date_published))}</p>`.toString(),
    };
  };
}

/** What many pages share, each rendered once. */
function sharedParts(references: References, { locale, localizedLanguage }: Frame) {
  const tagOf = sourceTagLookup(references);
  const tree = new CategoryTree(references.categories);
  const [singular, plural] = [1, 2].map((count) =>
    memoize((name: MessageName) => utf8Of(locale.text(name, { count }))),
  );
  /** A message as a UTF-8 string. `count` is for the name of a field with so many values. */
  const text = (name: MessageName, count = 1) => (count === 1 ? singular : plural)?.(name) ?? '';
  const detail = (name: MessageName, value: Markup, count = 1) => [
    utf8Html`<div><dt>${text(name, count)}</dt><dd>${value}</dd></div>\n`,
  ];
  const listItem = (route: ShownRoute, parameter: string, name: string) =>
    utf8Html`<li><a href="${up}${utf8Of(listPageAddress({ route, parameter }, 1))}"><bdi>${utf8Of(shortened(name))}</bdi></a></li>`;
  const language = memoize((name) => {
    const written = textOfUtf8(name);
    const displayName = localizedLanguage(written);
    const item = listItem('language', namedLists.language.publishedName(written), displayName);
    return { tag: tagOf(written), item, fact: factOf(utf8Html`<bdi>${utf8Of(shortened(displayName))}</bdi>`) };
  });
  const day = memoize((date) => utf8Html`<time datetime="${date}">${utf8Of(locale.date(date))}</time>`);
  const categories = references.categories.map(({ id }, index) =>
    listItem('category', String(id), tree.namesDownTo(index).join(' › ')),
  );
  const providers = references.providers.map(({ id, name, url }) => {
    const address = listPageAddress({ route: 'provider', parameter: String(id) }, 1);
    const shortName = utf8Html`<bdi>${utf8Of(shortened(name))}</bdi>`;
    const website = utf8Of(url);
    const above = { address: `${up}${htmlListFolders.provider}/`, name: locale.text('nav.providers') };
    return {
      fact: factOf(shortName),
      crumbs: new Markup(utf8Of(breadcrumbs([above, { address: up + address, name }], locale).toString())),
      details: [
        ...detail('field.provider', utf8Html`<a href="${up}${address}">${shortName}</a>`),
        ...(url === '' ? [] : detail('pages.website', externalLink(website, website))),
      ],
    };
  });

  /** A field with a list; none for an empty one. */
  function list<T>(
    name: MessageName,
    values: readonly T[],
    item: (element: T) => Markup | readonly Markup[],
  ): Markup[] {
    if (values.length === 0) return [];
    const more = values.length - maxItems;
    const items = [
      ...values.slice(0, maxItems).flatMap((element) => item(element)),
      ...(more > 0 ? [utf8Html`<li>${utf8Of(locale.text('pages.more', { number: more }))}</li>`] : []),
    ];
    return detail(name, utf8Html`<ul>${items}</ul>`, values.length);
  }

  /** A `lang` attribute, where a course has one language, by whatever names, and its tag is known. */
  function langOf(names: readonly string[]): readonly Markup[] {
    const [tag, ...others] = new Set(names.map((name) => language(name).tag));
    return tag === undefined || others.length > 0 ? [] : [utf8Html` lang="${tag}"`];
  }

  return { text, detail, list, day, language, langOf, categories, providers };
}

/** A page with holes for a course; the rest is the same on every page. */
function pageWithHoles({ page, locale, options }: Frame) {
  return new MarkupWithHoles(['title', 'summary', 'linkhash', 'data', 'main'], (hole) => {
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
      alternates: [
        ...(options.frontPage ? [inCatalog] : []),
        html`<a href="${json}">${locale.text('pages.asJson')}</a>`,
      ],
    };
    return utf8Of(page(html`${coursePagesFolder}/${linkhash}/`, parts));
  });
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
