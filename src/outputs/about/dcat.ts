// The catalog as data portals read it: DCAT 3 in the form of DCAT-AP 3.0.1, as JSON-LD.
import { addressOf } from '../../api/routes.ts';
import { dumpFormats, dumpForms, type DumpFile, type DumpFormat } from '../dumps/formats.ts';
import { datasetTitle, downloadsOf, fullDescription, identifierOf, publisherOf } from './about.ts';
import type { About } from '../build-options.ts';

const context = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  spdx: 'http://spdx.org/rdf/terms#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const;

/** The document without the final newline. `hasDocs` tells whether there is an API reference; `homepage` is where people start, if anywhere. */
export function renderDcat(
  about: About,
  files: readonly DumpFile[],
  { hasDocs, homepage }: { readonly hasDocs: boolean; readonly homepage: string | undefined },
): string {
  const { baseUrl, title } = about;
  const downloads = downloadsOf(files);
  const formats = dumpFormats.filter((format) => downloads.some((file) => file.format === format));
  const link = (part: string) => ({ '@id': identifierOf(about, part) });
  const page = (address: string) => ({ '@id': address, '@type': 'foaf:Document' });
  const linkToHomepage = (property: string) =>
    homepage === undefined ? {} : { [property]: page(`${baseUrl}/${homepage}`) };
  const described = (name: string) => ({
    'dct:title': inEnglish(name),
    'dct:description': inEnglish(fullDescription(about)),
    'dct:publisher': link('publisher'),
  });
  return JSON.stringify({
    '@context': context,
    '@graph': [
      { ...link('publisher'), '@type': 'foaf:Agent', 'foaf:name': inEnglish(publisherOf(about)) },
      {
        ...link('catalog'),
        '@type': 'dcat:Catalog',
        ...described(title),
        ...linkToHomepage('foaf:homepage'),
        ...licenseOf(about),
        'dcat:dataset': link('courses'),
        'dcat:service': link('api'),
      },
      {
        ...link('courses'),
        '@type': 'dcat:Dataset',
        ...described(datasetTitle(about)),
        'dct:identifier': identifierOf(about, 'courses'),
        ...linkToHomepage('dcat:landingPage'),
        'dcat:theme': educationTheme,
        'dct:accessRights': publicAccess,
        ...(formats.length > 0 && { 'dcat:distribution': formats.map(link) }),
      },
      ...formats.map((format) => distributionOf(about, format, downloads)),
      {
        ...link('api'),
        '@type': 'dcat:DataService',
        'dct:title': inEnglish(`API of ${title}`),
        'dct:publisher': link('publisher'),
        'dcat:endpointURL': { '@id': addressOf(baseUrl, 'index') },
        'dcat:endpointDescription': { '@id': `${baseUrl}/openapi.json` },
        ...(hasDocs && { 'foaf:page': page(`${baseUrl}/docs/`) }),
        'dcat:servesDataset': link('courses'),
        ...licenseOf(about),
      },
    ],
  });
}

/** Every part has an address of its own. */
function distributionOf(about: About, format: DumpFormat, downloads: readonly DumpFile[]): object {
  const { title, type } = dumpForms[format];
  const parts = downloads.filter((file) => file.format === format);
  const addresses = parts.map(({ path }) => ({ '@id': `${about.baseUrl}/${path}` }));
  const mediaType = { '@id': `https://www.iana.org/assignments/media-types/${type}`, '@type': 'dct:MediaType' };
  return {
    '@id': identifierOf(about, format),
    '@type': 'dcat:Distribution',
    'dct:title': inEnglish(`All courses as ${title}`),
    'dcat:accessURL': addresses,
    'dcat:downloadURL': addresses,
    // It is that of one file.
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

/** Profiles want a language for each text. */
function inEnglish(text: string) {
  return { '@value': text, '@language': 'en' } as const;
}
