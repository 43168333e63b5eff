// Course pages: a course for people and crawlers without JavaScript, and its row in lists of courses.
import { viewsFolder } from '../../api/routes.ts';
import type { FullCourse } from '../../api/records.ts';
import type { Course } from '../../catalog/course.ts';
import { dayPart } from '../../catalog/date.ts';
import type { References } from '../../catalog/references.ts';
import { CategoryTree } from '../../catalog/category-tree.ts';
import { html, jsonLd } from '../../text/html.ts';
import { type Markup, MarkupWithHoles } from '../../text/markup.ts';
import { memoize } from '../../memoize.ts';
import { sourceTagLookup } from '../../catalog/language-tags.ts';
import { readableName } from '../../text/character-references.ts';
import { authorsIn } from '../../text/lists-in-text.ts';
import { descriptionText } from '../../text/description-text.ts';
import { maxShownLength, shortened } from '../../text/shortened.ts';
import { uriOf } from '../../text/web-address.ts';
import { namedLists } from '../../catalog/named-lists.ts';
import type { MessageName } from '../../text/locales/translate.ts';
import { reportAddress } from '../frame/contact.ts';
import { frameOptionsOf, openFrame, type Frame } from '../frame/frame.ts';
import { coursePagesFolder, htmlListFolders, pathToRoot, type ShownRoute } from '../shared/page-paths.ts';
import { interfaceFields, type CourseFields, type FieldRow, type PageField } from '../../catalog/fields.ts';
import type { Site } from '../site-options.ts';
import { courseRow, labelList, rowStart } from '../shared/course-row.ts';
import { courseLabels, fieldsInWords } from '../shared/field-words.ts';
import { breadcrumbList, breadcrumbs } from './breadcrumbs.ts';
import { listPageAddress } from './paths.ts';
import { structuredData, type ShownCourse } from './structured-data.ts';

/** Characters of a summary, which search engines and link previews cut anyway. */
const maxSummary = 160;

/** Items that a page shows of a list, before it says how many more there are. */
const maxItems = 100;

/** From a course page to the site root. */
const up = pathToRoot(`${coursePagesFolder}/linkhash/`);

/**
 * Returns a function that renders the row of a course in lists of courses, with course pages what follows the address of their folder, and
 * on demand its page without the final newline, with its clean HTML if it is that. Courses use the references of the source. `modified` is for structured data.
 */
export function openCoursePages(source: References, site: Site) {
  const options = frameOptionsOf(site);
  const frame = openFrame(options);
  const { locale } = frame;
  const references = withReadableNames(source);
  const shared = sharedParts(references, frame);
  const { text, list, items, day, language, langOf } = shared;
  const inWords = fieldsInWords(locale, frame.localizedLanguage);
  const labelOf = (name: string) => site.fields[name]?.labels[options.locale] ?? name;
  /** The absolute address of the folder of all course pages. */
  const addressOfPages = `${options.baseUrl}/${coursePagesFolder}/`;
  const page = pageWithHoles(frame);
  const data = structuredData(references, (name) => language(name).tag, options.baseUrl, site.fields);

  /** A field in words, or several; empty if it is not known. */
  function fieldDetail(row: PageField, value: CourseFields[string] | undefined): Markup[] {
    if (value === undefined) return [];
    const { kind } = row;
    const texts = [value].flat();
    const [only = '', ...others] = texts;
    const inRow = (one: string) => inWords(row, one);
    if (others.length > 0) return labeled(row, items(texts.map(inRow), itemOf));
    if (kind === 'address') return labeled(row, externalLink(only, shortened(only)));
    return labeled(row, kind === 'timestamp' ? day(dayPart(only)) : html`<bdi>${shortened(inRow(only))}</bdi>`);
  }

  function reportLink(title: string, address: string): Markup[] {
    const { contact } = options;
    if (contact === undefined) return [];
    return [html` <a href="${reportAddress(contact, title, address, locale)}">${locale.text('pages.report')}</a>`];
  }

  const table = Object.entries(site.fields);
  const details = table.filter(([name]) => name !== 'image');
  const [first, last] = [false, true].map((isLast) =>
    details.filter(([, { isDetail = false }]) => isDetail === isLast),
  );

  function detailsOf({ course, fullRecord, authors }: ShownCourse): Markup[] {
    return [
      ...fieldDetails(first, course.fields),
      ...list('pages.languages', fullRecord.language, (name) => language(name).item),
      ...list('pages.authors', authors, itemOf),
      ...(shared.providers[course.provider]?.details ?? []),
      ...list('pages.categories', course.categories, (index) => shared.categories[index] ?? []),
      ...(fullRecord.tags === ''
        ? []
        : labeled(interfaceFields.tags, html`<bdi>${shortened(readableName(fullRecord.tags))}</bdi>`)),
      ...labeled(interfaceFields.date_published, day(dayPart(fullRecord.date_published))),
      ...fieldDetails(last, course.fields),
    ];
  }

  function fieldDetails(rows: typeof table = [], fields: CourseFields): Markup[] {
    return rows.flatMap(([name, row]) => fieldDetail(row, fields[name]));
  }

  function labeled({ labels }: FieldRow, value: Markup): Markup[] {
    return [html`<div><dt>${labels[options.locale]}</dt><dd>${value}</dd></div>\n`];
  }

  return (
    course: Course,
    fullRecord: FullCourse,
    modified: string,
  ): { readonly page: (html?: Markup) => string; readonly row: string } => {
    const description = descriptionText(fullRecord.description);
    const summary = summaryOf(description);
    const sentence =
      summary === '' ? locale.text('course.from', { provider: readableName(fullRecord.provider_name) }) : '';
    const uri = uriOf(fullRecord.linkurl);
    const shown: ShownCourse = {
      course,
      fullRecord,
      modified,
      text: sentence || description,
      authors: authorsIn(fullRecord.author),
      uri,
      address: `${addressOfPages}${fullRecord.linkhash}/`,
    };
    const { crumbs = [], nav = '', name: providerName = '', link = '' } = shared.providers[course.provider] ?? {};
    const shownTitle = shortened(readableName(fullRecord.title));
    const title = html`${shownTitle}`;
    const tag = langOf(fullRecord.language);
    const lang = tag === undefined ? [] : [html` lang="${tag}"`];
    const { image } = course.fields;
    // No more than fit on a line.
    const languages = fullRecord.language.slice(0, 3).map((name) => language(name).name);
    const labels = courseLabels(table, course.fields, inWords, labelOf);
    const author = shortened(readableName(fullRecord.author));
    const by = [
      providerName,
      ...(author === '' || author === readableName(fullRecord.provider_name) ? [] : [author]),
      ...languages,
    ];
    const publishedDay = dayPart(fullRecord.date_published);
    const listed = { title: shownTitle, lang: tag, by, day: publishedDay, date: locale.date(publishedDay), labels };
    const row = options.coursePages
      ? courseRow(listed, `${fullRecord.linkhash}/`).toString().slice(rowStart.length)
      : courseRow(listed, uri, true).toString();
    return {
      page: (written) => {
        const body = [
          ...(image === undefined
            ? []
            : [html`<img class="picture" src="${String(image)}" alt="" loading="lazy" decoding="async">\n`]),
          ...descriptionMarkup(written, description, html` dir="auto"${lang}`),
        ];
        return page.fillIn({
          title,
          summary: html`${summary || sentence}`,
          linkhash: html`${fullRecord.linkhash}`,
          report: html`${reportLink(shownTitle, shown.address)}`,
          pictures: html`${image === undefined ? '' : ` ${new URL(String(image)).origin}`}`,
          data: html`${jsonLd(data(shown))}${jsonLd(breadcrumbList(crumbs, shownTitle, options.baseUrl))}`,
          main: html`<div class="course"><div class="intro">
${nav}<h1 dir="auto"${lang}>${title}</h1>
<p class="by">${link}${by.slice(1).map((item) => html` <span><bdi>${item}</bdi></span>`)}</p>
${labelList(labels)}</div>
<aside class="card">
<p class="go">${uri === undefined ? [] : [externalLink(fullRecord.linkurl, text('course.link'), 'button')]}<bdi class="address" dir="ltr">${shortened(fullRecord.linkurl)}</bdi></p>
<dl class="details">
${detailsOf(shown)}</dl>
</aside>
${body.length === 0 ? [] : [html`<div class="text">\n${body}</div>\n`]}</div>
`,
        });
      },
      row,
    };
  };
}

/** A description as it was written or, if that is no HTML, its text; empty without one. `attributes` are those of its language. */
function descriptionMarkup(written: Markup | undefined, text: string, attributes: Markup): Markup[] {
  if (text === '') return [];
  if (written) return [html`<div class="description"${attributes}>${written}</div>\n`];
  return [html`<p class="description lines"${attributes}>${shortened(text, maxShownLength.description)}</p>\n`];
}

function withReadableNames(references: References): References {
  const readable = <Of extends { readonly name: string }>(one: Of): Of => ({ ...one, name: readableName(one.name) });
  const { providers, categories } = references;
  return { ...references, providers: providers.map(readable), categories: categories.map(readable) };
}

/** What many pages share, each rendered once. */
function sharedParts(references: References, { locale, localizedLanguage }: Frame) {
  const tagOf = sourceTagLookup(references);
  const tree = new CategoryTree(references.categories);
  const [singular, plural] = [1, 2].map((count) => memoize((name: MessageName) => locale.text(name, { count })));
  /** A message. `count` is the number of values of the field that it names. */
  const text = (name: MessageName, count = 1) => (count === 1 ? singular : plural)?.(name) ?? '';
  const detail = (name: MessageName, value: Markup, count = 1) => [
    html`<div><dt>${text(name, count)}</dt><dd>${value}</dd></div>\n`,
  ];
  const listItem = (route: ShownRoute, parameter: string, name: string) =>
    html`<li><a href="${up}${listPageAddress({ route, parameter }, 1)}"><bdi>${shortened(name)}</bdi></a></li>`;
  const language = memoize((name) => {
    const displayName = localizedLanguage(name);
    const item = listItem('language', namedLists.language.publishedName(name), displayName);
    return { tag: tagOf(name), item, name: html`${shortened(displayName)}` };
  });
  const day = memoize((date) => html`<time datetime="${date}">${locale.date(date)}</time>`);
  const categories = references.categories.map(({ id }, index) =>
    listItem('category', String(id), tree.namesDownTo(index).join(' › ')),
  );
  const providers = references.providers.map(({ id, name, url }) => {
    const address = listPageAddress({ route: 'provider', parameter: String(id) }, 1);
    const shortName = html`${shortened(name)}`;
    const crumbs = [
      { address: `${htmlListFolders.provider}/`, name: locale.text('nav.providers') },
      { address, name },
    ];
    return {
      name: shortName,
      link: html`<span><a href="${up}${address}"><bdi>${shortName}</bdi></a></span>`,
      crumbs,
      nav: breadcrumbs(crumbs, up, locale),
      details: [
        ...detail('field.provider', html`<a href="${up}${address}"><bdi>${shortName}</bdi></a>`),
        ...(url === '' ? [] : detail('pages.website', externalLink(url, url))),
      ],
    };
  });

  /** A field with a list. Empty for an empty list. */
  function list<T>(
    name: MessageName,
    values: readonly T[],
    item: (element: T) => Markup | readonly Markup[],
  ): Markup[] {
    return values.length === 0 ? [] : detail(name, items(values, item), values.length);
  }

  function items<T>(values: readonly T[], item: (element: T) => Markup | readonly Markup[]): Markup {
    const more = values.length - maxItems;
    const last = more > 0 ? [html`<li>${locale.text('pages.more', { number: more })}</li>`] : [];
    return html`<ul>${values.slice(0, maxItems).flatMap((element) => item(element))}${last}</ul>`;
  }

  /** The tag of the language of a course, where it has one, by whatever names, and its tag is known. */
  function langOf(names: readonly string[]): string | undefined {
    const [tag, ...others] = new Set(names.map((name) => language(name).tag));
    return others.length > 0 ? undefined : tag;
  }

  return { text, detail, list, items, day, language, langOf, categories, providers };
}

/** A page with holes for a course; the rest is the same on every page. */
function pageWithHoles({ page, locale }: Frame) {
  return new MarkupWithHoles(['title', 'summary', 'linkhash', 'pictures', 'data', 'main', 'report'], (hole) => {
    const linkhash = hole('linkhash');
    const json = html`${up}${viewsFolder}/${linkhash}/`;
    const parts = {
      title: hole('title'),
      summary: hole('summary'),
      pictures: hole('pictures'),
      head: html`<link rel="alternate" type="application/json" href="${json}">
${hole('data')}`,
      main: hole('main'),
      alternates: [html`<a href="${json}">${locale.text('pages.asJson')}</a>`, hole('report')],
    };
    return page(html`${coursePagesFolder}/${linkhash}/`, parts);
  });
}

function itemOf(text: string): Markup {
  return html`<li><bdi>${shortened(text)}</bdi></li>`;
}

function externalLink(address: string, text: string, name = ''): Markup {
  const style = name === '' ? [] : [html` class="${name}"`];
  return html`<a${style} href="${address}" rel="noopener nofollow ugc">${text}</a> `;
}

/** A text on one line, cut at a space if there is one in the second half: not every language writes them. */
function summaryOf(text: string): string {
  // The slice may end within a character, but beyond what is shown.
  const start = onOneLine(text.slice(0, 4 * maxSummary));
  const line = start.length > maxSummary ? start : onOneLine(text);
  if (line.length <= maxSummary) return line;
  const space = line.lastIndexOf(' ', maxSummary - 1);
  const end = space > maxSummary / 2 ? space : maxSummary - 1;
  return shortened(line, end);
}

function onOneLine(text: string): string {
  return text.replaceAll(/[^\S ]\s*| \s+/gu, ' ').trim();
}
