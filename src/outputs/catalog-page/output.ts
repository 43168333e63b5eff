// The catalog page: a page for people that reads the API, and the figures that it shows and no response has.
import { pageFile } from '../../api/published-paths.ts';
import { dateOfDay } from '../../catalog/date.ts';
import type { CourseNumbering } from '../../catalog/membership.ts';
import { intlTagOf, shownName } from '../../text/locales/language-names.ts';
import { localeOf } from '../../text/locales/locales.ts';
import { countEach } from '../../text/count-each.ts';
import { decodeReferences } from '../../text/character-references.ts';
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import { renderDataBlock } from '../catalog-metadata/descriptions.ts';
import { dumpFiles } from '../dumps/built-files.ts';
import { hasCalendar } from '../calendar/declaration.ts';
import { facetsDeclaration } from '../facets/declaration.ts';
import type { SiteOptions } from '../site-options.ts';
import type { Output, PublishedCatalog } from '../output.ts';
import { categoriesOf, languagesOf, providersOf } from '../resources/output.ts';
import { packagedText } from '../shared/packaged-files.ts';
import type { Charts } from '../../browser/catalog-page/api.ts';
import { startMarkup } from '../../browser/catalog-page/start/start-markup.ts';
import { renderPage } from './page.ts';
import { catalogPageDeclaration } from './declaration.ts';

export const catalogPage: Output = {
  ...catalogPageDeclaration,
  *files(catalog, { options }, built) {
    yield ['charts.json', JSON.stringify({ years: yearsOf(catalog.numbering) } satisfies Charts)];
    const block = renderDataBlock(options, dumpFiles(catalog, built));
    const [hasFacts = false] = built.of(facetsDeclaration)?.results ?? [];
    const page = { ...options, calendar: hasCalendar(built), hasFacts };
    yield [pageFile, renderPage(packagedText(pageFile), page, block, startOf(catalog, options))];
  },
};

/** The start screen as the page has it before its script runs. */
function startOf(catalog: PublishedCatalog, { title, description, baseUrl, ...options }: SiteOptions): Markup {
  const locale = localeOf(options.locale);
  const localizedLanguage = (name: string) => shownName(name, locale);
  const lists = {
    latest: catalog.latest.map((course) => {
      return { ...course, title: decodeReferences(course.title), author: decodeReferences(course.author) };
    }),
    categories: categoriesOf(catalog),
    providers: providersOf(catalog),
    languages: languagesOf(catalog),
  };
  const start = startMarkup({ title, description, base: baseUrl, locale, localizedLanguage, tagOf: intlTagOf }, lists);
  return html`<div class="screen screen-start">${start}</div>`;
}

/** Each year with courses, and their number, in ascending order. */
function yearsOf({ days }: Pick<CourseNumbering, 'days'>): Charts['years'] {
  const years = Array.from(days, (day) => dateOfDay(day).getUTCFullYear());
  return [...countEach(years)].toSorted(([a], [b]) => a - b);
}
