// The catalog page: a page for people that reads the API, and the figures that it shows and no response has.
import { pageFile } from '../../api/formats.ts';
import { localeOf } from '../../locales/locales.ts';
import { renderDataBlock } from '../about/descriptions.ts';
import { dumpsRow } from '../dumps/row.ts';
import { collectValues, type Output } from '../output.ts';
import { packagedText } from '../shared/packaged-files.ts';
import type { Charts } from './browser/api.ts';
import { renderPage } from './page.ts';
import { renderStart } from './start.ts';
import { catalogPageRow, type CatalogPageTypes } from './row.ts';

const yearDigits = 4;

export const catalogPage: Output<CatalogPageTypes> = {
  ...catalogPageRow,
  collect: () =>
    collectValues(
      ({ course }): Charts['years'][number] => [Number(course.date.text.slice(0, yearDigits)), 1],
      (years) => ({ years: addedUp(years) }),
    ),
  async plan({ chunks }) {
    const years = Array.from({ length: chunks.count }, (_, chunk) => chunks.parts.years(chunk)).flat();
    return { tasks: [], stay: [], finish: () => addedUp(years).toSorted(([a], [b]) => a - b) };
  },
  *documents(catalog, { options }, built) {
    const years = built.of(catalogPageRow)?.kept ?? [];
    yield ['charts.json', JSON.stringify({ years })];
    const block = renderDataBlock(options, built.of(dumpsRow)?.kept ?? []);
    const start = renderStart(catalog, options, localeOf(options.locale));
    yield [pageFile, renderPage(packagedText(pageFile), options, block, start)];
  },
};

/** Each year once, with all its courses. */
function addedUp(years: Charts['years']): Charts['years'] {
  const sums = new Map<number, number>();
  for (const [year, courses] of years) sums.set(year, (sums.get(year) ?? 0) + courses);
  return [...sums];
}
