// The catalog page: a page for people that reads the API, and the figures that it shows and no response has.
import { pageFile } from '../../api/formats.ts';
import { renderDataBlock } from '../about/start-page.ts';
import { dumpsRow } from '../dumps/row.ts';
import type { Output } from '../output.ts';
import { packagedText } from '../packaged.ts';
import { renderPage } from './page.ts';
import { catalogPageRow, type Years } from './row.ts';

export const catalogPage: Output<Years> = {
  ...catalogPageRow,
  *documents(_catalog, { options }, kept) {
    yield ['charts.json', JSON.stringify({ years: kept.of(catalogPageRow) ?? [] })];
    const block = renderDataBlock(options, kept.of(dumpsRow) ?? []);
    yield [pageFile, renderPage(packagedText(pageFile), options, block)];
  },
};
