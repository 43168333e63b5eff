// The OpenAPI document of a build.
import type { Output } from '../output.ts';
import { renderContract } from './contract.ts';
import { openapiRow } from './row.ts';

export const openapi: Output = {
  ...openapiRow,
  *documents(catalog, { options }) {
    yield ['openapi.json', renderContract(catalog, options)];
  },
};
