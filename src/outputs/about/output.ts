// The documents about the catalog as a whole, for harvesters and clients.
import { dumpsRow } from '../dumps/row.ts';
import type { Output } from '../output.ts';
import { renderApiCatalog } from './api-catalog.ts';
import { courseDigest, renderBuild } from './build-json.ts';
import { renderDcat } from './dcat.ts';
import { aboutRow, apiCatalogPath, buildPath, dcatPath, type AboutTypes } from './row.ts';

export const about: Output<AboutTypes> = {
  ...aboutRow,
  collect() {
    let digests: string[] = [];
    return {
      add: (rendered) => void digests.push(courseDigest(rendered)),
      finish() {
        const part = { digests: Buffer.from(digests.join(''), 'hex') };
        digests = [];
        return part;
      },
    };
  },
  *documents(catalog, { options, parts: { site: hasDocs }, homepage }, built) {
    yield [dcatPath, renderDcat({ ...options, hasDocs, homepage }, built.of(dumpsRow)?.kept ?? [])];
    yield [apiCatalogPath, renderApiCatalog(options, hasDocs)];
    yield [buildPath, renderBuild(catalog, built.of(aboutRow)?.chunks, options.version)];
  },
};
