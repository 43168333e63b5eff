// Course pages: a course for people and crawlers without JavaScript, and its link in the lists of courses.
import { addressOf } from '../../api/routes.ts';
import type { FullCourse } from '../../api/schemas.ts';
import type { Course } from '../../catalog/course.ts';
import type { References } from '../../catalog/references.ts';
import { CategoryTree } from '../../catalog/tree.ts';
import { html } from '../../html.ts';
import { Markup, type Content } from '../../markup.ts';
import { partsOf } from '../lists-in-text.ts';
import { plainText } from '../plain.ts';
import { isWebAddress } from '../web-address.ts';
import { langOf, pageMarkup, upFrom, type PagesSite } from './document.ts';
import { coursePagesFolder, providerPageFolder } from './paths.ts';
import { StructuredData, type ShownCourse } from './structured-data.ts';

/** Characters of a summary, which search engines and link previews cut anyway. */
const maxSummary = 160;

/** Renders the pages of courses that use these references. */
export class CoursePageRenderer {
  private readonly data: StructuredData;
  private readonly tree: CategoryTree;

  constructor(
    private readonly references: References,
    private readonly site: PagesSite,
  ) {
    this.data = new StructuredData(references, site);
    this.tree = new CategoryTree(references.categories);
  }

  /** The page of a course, without the final newline. */
  page(course: Course, record: FullCourse): string {
    const folder = `${coursePagesFolder}/${record.linkhash}/`;
    const up = upFrom(folder);
    const text = plainText(record.description);
    const shown = { course, record, text, address: `${this.site.baseUrl}/${folder}` };
    const json = addressOf(up.slice(0, -1), 'course', record.linkhash);
    const inCatalog = this.site.frontPage
      ? [html`<a href="${up}#/courses/view/${record.linkhash}/">This course in the catalog</a> `]
      : [];
    return pageMarkup(
      {
        title: record.title,
        summary: summaryOf(text) || `A course from ${record.provider_name}`,
        folder,
        head: html`<link rel="alternate" type="application/json" href="${json}">
<script type="application/ld+json">${dataBlock(this.data.of(shown))}</script>
`,
        main: this.main(shown, up),
        footer: [...inCatalog, html`<a href="${json}">This course as JSON</a>`],
      },
      this.site,
    );
  }

  /** The link of a course in a list: what follows the address of the folder of all course pages, up to the end tag. */
  link(record: FullCourse): string {
    return html`${record.linkhash}/" dir="auto"${langOf(this.tagOf(record))}>${record.title}`.toString();
  }

  private main({ course, record, text }: ShownCourse, up: string): Markup {
    const lang = langOf(this.tagOf(record));
    const provider = `${up}${providerPageFolder(String(record.provider), 1)}`;
    return html`<p class="over"><a href="${provider}"><bdi>${record.provider_name}</bdi></a></p>
<h1 dir="auto"${lang}>${record.title}</h1>
<p class="place">${linkOf(record.linkurl)}<bdi class="address" dir="ltr">${record.linkurl}</bdi></p>
${text === '' ? [] : [html`<p class="text" dir="auto"${lang}>${text}</p>\n`]}<dl>
${this.rows(course, record, provider)}</dl>
`;
  }

  private rows(course: Course, record: FullCourse, provider: string): Markup[] {
    const website = this.references.providers[course.provider]?.url ?? '';
    const published = record.date_published.slice(0, 'YYYY-MM-DD'.length);
    return [
      ...row('Provider', html`<a href="${provider}"><bdi>${record.provider_name}</bdi></a>`),
      ...(website === '' ? [] : row('Website', outward(website, website))),
      ...list('Author', 'Authors', partsOf(record.author, ';')),
      ...list('Language', 'Languages', record.language),
      ...list(
        'Category',
        'Categories',
        course.categories.map((index) => this.namesDownTo(index).join(' › ')),
      ),
      ...row('Tags', record.tags),
      ...row('Published', dated(published)),
      ...(course.modified === '' ? [] : row('Updated', dated(course.modified))),
      ...(course.license === '' ? [] : row('License', outward(course.license, course.license))),
    ];
  }

  private namesDownTo(index: number): string[] {
    const names: string[] = [];
    this.tree.visitUpwards(index, (at) => names.push(this.references.categories[at]?.name ?? '') > 0);
    return names.toReversed();
  }

  /** The tag of a course's only language. */
  private tagOf({ language: [language, ...others] }: FullCourse): string | undefined {
    return language === undefined || others.length > 0 ? undefined : this.data.tagOf(language);
  }
}

/** A row of a description list; none for an empty text. */
function row(name: string, value: string | Markup): Markup[] {
  if (typeof value === 'string') return value === '' ? [] : row(name, html`<bdi>${value}</bdi>`);
  return [html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`];
}

/** A row with a list of texts, named by their number. */
function list(one: string, several: string, texts: readonly string[]): Markup[] {
  const name = texts.length === 1 ? one : several;
  return texts.length === 0 ? [] : row(name, html`<ul>${texts.map((text) => html`<li><bdi>${text}</bdi></li>`)}</ul>`);
}

function dated(day: string): Markup {
  return html`<time datetime="${day}">${day}</time>`;
}

/** Only web addresses are links: a relative path would not work here, and a script must not run. */
function linkOf(linkurl: string): Content {
  return isWebAddress(linkurl) ? [outward(linkurl, 'Go to the course', 'button')] : [];
}

function outward(address: string, text: string, name = ''): Markup {
  const style = name === '' ? [] : [html` class="${name}"`];
  return html`<a${style} href="${address}" rel="noopener nofollow ugc">${text}</a> `;
}

/** The text on one line, cut at a space. */
function summaryOf(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= maxSummary) return line;
  const start = line.slice(0, maxSummary);
  const end = start.lastIndexOf(' ');
  return `${(end === -1 ? start.slice(0, -1).replace(/[\ud800-\udbff]$/, '') : start.slice(0, end)).trimEnd()}…`;
}

/** JSON for a script element, which nothing in it can end. */
function dataBlock(data: object): Markup {
  return new Markup(JSON.stringify(data).replaceAll('<', String.raw`\u003c`));
}
