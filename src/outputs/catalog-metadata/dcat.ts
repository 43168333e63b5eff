// The catalog as data portals read it: DCAT 3 in the form of DCAT-AP 3.0.1, as JSON-LD.
import { addressOf } from '../../api/routes.ts';
import { dumpFormatNames, dumpFormatDetails, type DumpFile, type DumpFormat } from '../dumps/formats.ts';
import { datasetTitle, courseDownloads, fullDescription, nodeIdentifier, publisherOf } from './descriptions.ts';
import type { CatalogMetadata } from '../site-options.ts';
import { apiReferenceFolder } from '../shared/page-paths.ts';

const context = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  spdx: 'http://spdx.org/rdf/terms#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const;

/** What the document says of the catalog and its site. */
interface DescribedCatalog extends CatalogMetadata {
  /** Whether there is an API reference. */
  readonly hasApiReference: boolean;
  /** Whether there is a page for people at the site root. */
  readonly hasHomepage: boolean;
}

/** The document without the final newline. */
export function renderDcat(catalog: DescribedCatalog, files: readonly DumpFile[]): string {
  const downloads = courseDownloads(files);
  const formats = dumpFormatNames.filter((format) => downloads.some((file) => file.format === format));
  return JSON.stringify({
    '@context': context,
    '@graph': [
      { ...link(catalog, 'publisher'), '@type': 'foaf:Agent', 'foaf:name': inEnglish(publisherOf(catalog)) },
      catalogNode(catalog),
      datasetNode(catalog, formats),
      ...formats.map((format) => distributionOf(catalog, format, downloads)),
      serviceNode(catalog),
    ],
  });
}

function catalogNode(catalog: DescribedCatalog): object {
  return {
    ...link(catalog, 'catalog'),
    '@type': 'dcat:Catalog',
    ...described(catalog, catalog.title),
    ...linkToHomepage(catalog, 'foaf:homepage'),
    ...licenseOf(catalog),
    'dcat:dataset': link(catalog, 'courses'),
    'dcat:service': link(catalog, 'api'),
  };
}

function datasetNode(catalog: DescribedCatalog, formats: readonly DumpFormat[]): object {
  return {
    ...link(catalog, 'courses'),
    '@type': 'dcat:Dataset',
    ...described(catalog, datasetTitle(catalog)),
    'dct:identifier': nodeIdentifier(catalog, 'courses'),
    ...linkToHomepage(catalog, 'dcat:landingPage'),
    'dcat:theme': educationTheme,
    'dct:accessRights': publicAccess,
    ...(formats.length > 0 && { 'dcat:distribution': formats.map((format) => link(catalog, format)) }),
  };
}

function serviceNode(catalog: DescribedCatalog): object {
  const { baseUrl, title, hasApiReference } = catalog;
  return {
    ...link(catalog, 'api'),
    '@type': 'dcat:DataService',
    'dct:title': inEnglish(`API of ${title}`),
    'dct:publisher': link(catalog, 'publisher'),
    'dcat:endpointURL': { '@id': addressOf(baseUrl, 'index') },
    'dcat:endpointDescription': { '@id': `${baseUrl}/openapi.json` },
    ...(hasApiReference && { 'foaf:page': pageAt(`${baseUrl}/${apiReferenceFolder}/`) }),
    'dcat:servesDataset': link(catalog, 'courses'),
    ...licenseOf(catalog),
  };
}

function link(catalog: DescribedCatalog, part: string) {
  return { '@id': nodeIdentifier(catalog, part) } as const;
}

function described(catalog: DescribedCatalog, name: string): object {
  return {
    'dct:title': inEnglish(name),
    'dct:description': inEnglish(fullDescription(catalog)),
    'dct:publisher': link(catalog, 'publisher'),
  };
}

function pageAt(address: string): object {
  return { '@id': address, '@type': 'foaf:Document' };
}

function linkToHomepage({ baseUrl, hasHomepage }: DescribedCatalog, property: string): object {
  return hasHomepage ? { [property]: pageAt(`${baseUrl}/`) } : {};
}

/** Every part has its own address. */
function distributionOf(metadata: CatalogMetadata, format: DumpFormat, downloads: readonly DumpFile[]): object {
  const { title, type, conformsTo, isUnregistered } = dumpFormatDetails[format];
  const parts = downloads.filter((file) => file.format === format);
  const addresses = parts.map(({ path }) => ({ '@id': `${metadata.baseUrl}/${path}` }));
  const mediaType = { '@id': `https://www.iana.org/assignments/media-types/${type}`, '@type': 'dct:MediaType' };
  return {
    '@id': nodeIdentifier(metadata, format),
    '@type': 'dcat:Distribution',
    'dct:title': inEnglish(`All courses as ${title}`),
    'dcat:accessURL': addresses,
    'dcat:downloadURL': addresses,
    // A checksum is of one file.
    ...(parts.length === 1 && parts[0] && { 'spdx:checksum': checksumOf(parts[0]) }),
    // NDJSON has no registered type.
    ...(!isUnregistered && { [format === 'ndjson' ? 'dcat:compressFormat' : 'dcat:mediaType']: mediaType }),
    ...(conformsTo !== undefined && { 'dct:conformsTo': { '@id': conformsTo, '@type': 'dct:Standard' } }),
    ...licenseOf(metadata),
  };
}

function checksumOf({ sha256 }: DumpFile): object {
  return {
    '@type': 'spdx:Checksum',
    'spdx:algorithm': { '@id': 'spdx:checksumAlgorithm_sha256', '@type': 'spdx:ChecksumAlgorithm' },
    'spdx:checksumValue': { '@value': sha256, '@type': 'xsd:hexBinary' },
  };
}

const educationTheme = {
  '@id': 'http://publications.europa.eu/resource/authority/data-theme/EDUC',
  '@type': 'skos:Concept',
  'skos:prefLabel': inEnglish('Education, culture and sport'),
} as const;

const publicAccess = {
  '@id': 'http://publications.europa.eu/resource/authority/access-right/PUBLIC',
  '@type': 'dct:RightsStatement',
} as const;

function licenseOf({ license }: CatalogMetadata): object {
  return license === undefined ? {} : { 'dct:license': { '@id': license, '@type': 'dct:LicenseDocument' } };
}

/** DCAT-AP asks for the language of each text. */
function inEnglish(text: string) {
  return { '@value': text, '@language': 'en' } as const;
}
