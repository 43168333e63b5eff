// The metadata of the catalog as a whole, for harvesters and clients.
import { createHash, hash } from 'node:crypto';
import { timeIn } from '../../storage/journal/line.ts';
import { dumpFiles } from '../dumps/built-files.ts';
import { dumpFormatDetails, harvestFormatNames, harvestPath } from '../dumps/formats.ts';
import { collectValues, type Catalog, type Chunks, type Output, type RenderedCourse } from '../output.ts';
import { renderDcat } from './dcat.ts';
import {
  catalogMetadataDeclaration,
  apiCatalogPath,
  buildPath,
  dcatPath,
  type CatalogMetadataTypes,
} from './declaration.ts';
import { clientFilesOf } from '../../api/client-files.ts';
import type { SiteFeatures } from '../../api/published-paths.ts';
import { addressOf, interfaceVersion } from '../../api/routes.ts';
import type { CatalogMetadata, SiteOptions } from '../site-options.ts';
import { categoryTree, languagesOf } from '../resources/output.ts';
import { apiReferenceFolder } from '../shared/page-paths.ts';

export const catalogMetadata: Output<CatalogMetadataTypes> = {
  ...catalogMetadataDeclaration,
  collect: () => collectValues(courseDigest, (digests) => ({ digests: Buffer.from(digests.join(''), 'hex') })),
  *files(catalog, { options, features, hasHomepage }, built) {
    const { pages: hasApiReference } = features;
    yield [dcatPath, renderDcat({ ...options, hasApiReference, hasHomepage }, dumpFiles(catalog, built))];
    yield [apiCatalogPath, renderApiCatalog(options, features)];
    yield [buildPath, renderBuild(catalog, built.of(catalogMetadataDeclaration)?.chunks, options.version)];
  },
};

/** Where to find the API, what describes it, what changed in it, and all of it at once, as a linkset (RFC 9727, RFC 9264). */
function renderApiCatalog(
  { baseUrl, title, dumps }: CatalogMetadata & Pick<SiteOptions, 'dumps'>,
  features: SiteFeatures,
): string {
  const api = addressOf(baseUrl, 'index');
  const files = clientFilesOf(features).map(([, { path, type, summary }]) => {
    return { href: `${baseUrl}/${path}`, type, title: summary };
  });
  const harvested = harvestFormatNames
    .filter((format) => dumps.includes(format))
    .map((format) => {
      const { type, title: name } = dumpFormatDetails[format];
      return { href: `${baseUrl}/${harvestPath(format)}`, type, title: `All courses as ${name}` };
    });
  return JSON.stringify({
    linkset: [
      { anchor: `${baseUrl}/${apiCatalogPath}`, item: [{ href: api, title: `API of ${title}` }] },
      {
        anchor: api,
        'service-desc': [{ href: `${baseUrl}/openapi.json`, type: 'application/vnd.oai.openapi+json' }],
        ...(features.pages && {
          'service-doc': [{ href: `${baseUrl}/${apiReferenceFolder}/`, type: 'text/html' }],
        }),
        'service-meta': [{ href: `${baseUrl}/${dcatPath}`, type: 'application/ld+json' }, ...files, ...harvested],
      },
    ],
  });
}

const digestBytes = 32;

/** The digest of a course, in hexadecimal digits: of its view, and of its page fields. */
function courseDigest({ course, view, viewDigest }: RenderedCourse): string {
  const fields = JSON.stringify(course.fields);
  return fields === '{}' ? viewDigest() : hash('sha256', Buffer.concat([view.bytes, Buffer.from(fields)]));
}

/** Identifies a build: with the versions of the interface and of this tool, a digest of the catalog, and counts. */
function renderBuild(
  catalog: Catalog,
  chunks: Chunks<CatalogMetadataTypes['collected']> | undefined,
  version: string,
): string {
  const { references, membership, journal } = catalog;
  return JSON.stringify({
    interface: interfaceVersion,
    tool: version,
    digest: `sha256:${catalogDigest(catalog, chunks)}`,
    courses: membership.courses,
    providers: references.providers.length,
    categories: categoryTree(catalog).reduce((sum, { children }) => sum + 1 + children.length, 0),
    languages: languagesOf(catalog).length,
    changed: timeIn(journal?.lines[0]) || undefined,
  });
}

/** A digest that is the same for the same catalog, however its source is divided into files, and a build into chunks. */
function catalogDigest(
  { references, numbering }: Catalog,
  chunks: Chunks<CatalogMetadataTypes['collected']> | undefined,
): string {
  const { byId, offsets } = numbering;
  const digests = new Uint8Array(byId.length * digestBytes);
  for (let chunk = 0; chunk < (chunks?.count ?? 0); chunk += 1) {
    digests.set(chunks?.collected.digests(chunk) ?? [], (offsets[chunk] ?? 0) * digestBytes);
  }
  const ordered = new Uint8Array(digests.length);
  for (const [rank, course] of byId.entries()) {
    ordered.set(digests.subarray(course * digestBytes, (course + 1) * digestBytes), rank * digestBytes);
  }
  return createHash('sha256').update(JSON.stringify(references)).update(ordered).digest('hex');
}
