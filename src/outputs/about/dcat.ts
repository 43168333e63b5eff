// The catalog as data portals read it: DCAT 3 in the form of DCAT-AP 3.0.1, as JSON-LD.
import { addressOf } from '../../api/routes.ts';
import { dumpFormats, dumpForms, type DumpFile, type DumpFormat } from '../dumps/formats.ts';
import { datasetTitle, courseDownloads, fullDescription, nodeIdentifier, publisherOf } from './descriptions.ts';
import type { About } from '../site-options.ts';
import { referenceFolder } from '../static-pages/paths.ts';

const context = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  spdx: 'http://spdx.org/rdf/terms#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const;

/** The site that the document describes. */
interface DcatSite extends About {
  /** Whether there is an API reference. */
  readonly hasReference: boolean;
  /** The path of the page where people start, if there is one. */
  readonly homepage: string | undefined;
}

/** The document without the final newline. */
export function renderDcat(site: DcatSite, files: readonly DumpFile[]): string {
  const downloads = courseDownloads(files);
  const formats = dumpFormats.filter((format) => downloads.some((file) => file.format === format));
  return JSON.stringify({
    '@context': context,
    '@graph': [
      { ...link(site, 'publisher'), '@type': 'foaf:Agent', 'foaf:name': inEnglish(publisherOf(site)) },
      catalogNode(site),
      datasetNode(site, formats),
      ...formats.map((format) => distributionOf(site, format, downloads)),
      serviceNode(site),
    ],
  });
}

function catalogNode(site: DcatSite): object {
  return {
    ...link(site, 'catalog'),
    '@type': 'dcat:Catalog',
    ...described(site, site.title),
    ...linkToHomepage(site, 'foaf:homepage'),
    ...licenseOf(site),
    'dcat:dataset': link(site, 'courses'),
    'dcat:service': link(site, 'api'),
  };
}

function datasetNode(site: DcatSite, formats: readonly DumpFormat[]): object {
  return {
    ...link(site, 'courses'),
    '@type': 'dcat:Dataset',
    ...described(site, datasetTitle(site)),
    'dct:identifier': nodeIdentifier(site, 'courses'),
    ...linkToHomepage(site, 'dcat:landingPage'),
    'dcat:theme': educationTheme,
    'dct:accessRights': publicAccess,
    ...(formats.length > 0 && { 'dcat:distribution': formats.map((format) => link(site, format)) }),
  };
}

function serviceNode(site: DcatSite): object {
  const { baseUrl, title, hasReference } = site;
  return {
    ...link(site, 'api'),
    '@type': 'dcat:DataService',
    'dct:title': inEnglish(`API of ${title}`),
    'dct:publisher': link(site, 'publisher'),
    'dcat:endpointURL': { '@id': addressOf(baseUrl, 'index') },
    'dcat:endpointDescription': { '@id': `${baseUrl}/openapi.json` },
    ...(hasReference && { 'foaf:page': pageAt(`${baseUrl}/${referenceFolder}/`) }),
    'dcat:servesDataset': link(site, 'courses'),
    ...licenseOf(site),
  };
}

function link(site: DcatSite, part: string) {
  return { '@id': nodeIdentifier(site, part) } as const;
}

function described(site: DcatSite, name: string): object {
  return {
    'dct:title': inEnglish(name),
    'dct:description': inEnglish(fullDescription(site)),
    'dct:publisher': link(site, 'publisher'),
  };
}

function pageAt(address: string): object {
  return { '@id': address, '@type': 'foaf:Document' };
}

function linkToHomepage({ baseUrl, homepage }: DcatSite, property: string): object {
  return homepage === undefined ? {} : { [property]: pageAt(`${baseUrl}/${homepage}`) };
}

/** Every part has an address of its own. */
function distributionOf(about: About, format: DumpFormat, downloads: readonly DumpFile[]): object {
  const { title, type } = dumpForms[format];
  const parts = downloads.filter((file) => file.format === format);
  const addresses = parts.map(({ path }) => ({ '@id': `${about.baseUrl}/${path}` }));
  const mediaType = { '@id': `https://www.iana.org/assignments/media-types/${type}`, '@type': 'dct:MediaType' };
  return {
    '@id': nodeIdentifier(about, format),
    '@type': 'dcat:Distribution',
    'dct:title': inEnglish(`All courses as ${title}`),
    'dcat:accessURL': addresses,
    'dcat:downloadURL': addresses,
    // A checksum is of one file.
    ...(parts.length === 1 && parts[0] && { 'spdx:checksum': checksumOf(parts[0]) }),
    // NDJSON has no registered type.
    [format === 'ndjson' ? 'dcat:compressFormat' : 'dcat:mediaType']: mediaType,
    ...licenseOf(about),
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

function licenseOf({ license }: About): object {
  return license === undefined ? {} : { 'dct:license': { '@id': license, '@type': 'dct:LicenseDocument' } };
}

/** DCAT-AP asks for the language of each text. */
function inEnglish(text: string) {
  return { '@value': text, '@language': 'en' } as const;
}
