// The OpenAPI document of a build.
import { firstPageOf } from '../lists/output.ts';
import type { Output } from '../output.ts';
import { renderContract } from './contract.ts';
import { openapiRow } from './row.ts';

export const openapi: Output = {
  ...openapiRow,
  *documents(catalog, { options }, built) {
    const firstPage = (list: number) => firstPageOf(list, catalog, built, options.pageSize);
    yield ['openapi.json', renderContract({ ...catalog, firstPage }, options)];
  },
};
