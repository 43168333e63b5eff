// The documents about the catalog as a whole, for harvesters and clients.
import { dumpsRow } from '../dumps/row.ts';
import type { Output } from '../output.ts';
import { renderApiCatalog } from './api-catalog.ts';
import { renderDcat } from './dcat.ts';
import { aboutRow, apiCatalogPath, dcatPath } from './row.ts';

export const about: Output = {
  ...aboutRow,
  *documents(_catalog, { options, parts: { site: hasDocs }, homepage }, built) {
    yield [dcatPath, renderDcat(options, built.of(dumpsRow)?.kept ?? [], { hasDocs, homepage })];
    yield [apiCatalogPath, renderApiCatalog(options, hasDocs)];
  },
};
