// The catalog page: a page for people that reads the API, and the figures that it shows and no response has.
import { pageFile } from '../../api/published-paths.ts';
import { intlTagLookup, shownName } from '../../locales/language-names.ts';
import { localeOf } from '../../locales/locales.ts';
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import { renderDataBlock } from '../catalog-metadata/descriptions.ts';
import { dumpsDeclaration } from '../dumps/declaration.ts';
import type { SiteOptions } from '../site-options.ts';
import { collectValues, type Output, type PublishedCatalog } from '../output.ts';
import { categoriesOf, languagesOf, providersOf } from '../resources/output.ts';
import { packagedText } from '../shared/packaged-files.ts';
import type { Charts } from './browser/api.ts';
import { startMarkup } from './browser/start/start-markup.ts';
import { renderPage } from './page.ts';
import { catalogPageDeclaration, type CatalogPageTypes } from './declaration.ts';

const yearDigits = 4;

export const catalogPage: Output<CatalogPageTypes> = {
  ...catalogPageDeclaration,
  collect: () =>
    collectValues(
      ({ course }): Charts['years'][number] => [Number(course.date.text.slice(0, yearDigits)), 1],
      (years) => ({ years: addedUp(years) }),
    ),
  async plan({ chunks }) {
    const years = Array.from({ length: chunks.count }, (_, chunk) => chunks.collected.years(chunk)).flat();
    return { tasks: [], staying: [], finish: () => addedUp(years).toSorted(([a], [b]) => a - b) };
  },
  *catalogFiles(catalog, { options }, built) {
    const years = built.of(catalogPageDeclaration)?.kept ?? [];
    yield ['charts.json', JSON.stringify({ years })];
    const block = renderDataBlock(options, built.of(dumpsDeclaration)?.kept ?? []);
    yield [pageFile, renderPage(packagedText(pageFile), options, block, startOf(catalog, options))];
  },
};

/** The start screen as the page has it before its script runs. */
function startOf(catalog: PublishedCatalog, { title, description, baseUrl, ...options }: SiteOptions): Markup {
  const locale = localeOf(options.locale);
  const tagOf = intlTagLookup();
  const localizedLanguage = (name: string) => shownName(name, tagOf, locale);
  const lists = {
    latest: catalog.latest,
    categories: categoriesOf(catalog),
    providers: providersOf(catalog),
    languages: languagesOf(catalog),
  };
  const start = startMarkup({ title, description, base: baseUrl, locale, localizedLanguage, tagOf }, lists);
  return html`<div class="screen screen-start">${start}</div>`;
}

/** Each year once, with all its courses. */
function addedUp(years: Charts['years']): Charts['years'] {
  const sums = new Map<number, number>();
  for (const [year, courses] of years) sums.set(year, (sums.get(year) ?? 0) + courses);
  return [...sums];
}
