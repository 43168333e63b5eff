// The catalog page: a page for people that reads the API, and the figures that it shows and no response has.
import { pageFile } from '../../api/formats.ts';
import { localeOf } from '../../locales/locales.ts';
import { renderDataBlock } from '../about/descriptions.ts';
import { dumpsRow } from '../dumps/row.ts';
import type { Output } from '../output.ts';
import { packagedText } from '../packaged.ts';
import { renderPage } from './page.ts';
import { renderStart } from './start.ts';
import { catalogPageRow, type CatalogPageTypes, type Years } from './row.ts';

const yearDigits = 4;

export const catalogPage: Output<CatalogPageTypes> = {
  ...catalogPageRow,
  collect() {
    let years = new Map<number, number>();
    return {
      add: ({ course }) => count(years, Number(course.date.text.slice(0, yearDigits)), 1),
      finish() {
        const part = { years: [...years] };
        years = new Map();
        return part;
      },
    };
  },
  async plan({ chunks }) {
    const years = new Map<number, number>();
    for (let chunk = 0; chunk < chunks.count; chunk += 1) {
      for (const [year, courses] of chunks.parts.years(chunk)) count(years, year, courses);
    }
    return { tasks: [], stay: [], finish: () => [...years].toSorted(([a], [b]) => a - b) };
  },
  *documents(catalog, { options }, built) {
    const years: Years = built.of(catalogPageRow)?.kept ?? [];
    yield ['charts.json', JSON.stringify({ years })];
    const block = renderDataBlock(options, built.of(dumpsRow)?.kept ?? []);
    const start = renderStart(catalog, options, localeOf(options.locale));
    yield [pageFile, renderPage(packagedText(pageFile), options, block, start)];
  },
};

function count(years: Map<number, number>, year: number, courses: number): void {
  years.set(year, (years.get(year) ?? 0) + courses);
}
