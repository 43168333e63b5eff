// Harvesting: whoever starts at the sitemap and reads the JSON-LD of each page gets every course, field by field.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { describe, expect } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { attackCatalog } from '../browser/attack.ts';
import { catalog } from '../build/catalogs.ts';
import { layout, writeCatalog } from '../build/layout.ts';
import { runBuild } from '../build/run.ts';
import { it } from '../helpers/fixture.ts';
import { inFolder, writeFiles } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { printedDate } from '../oracle/text.ts';
import { readSource, type SourceCatalog, type SourceCourse } from '../oracle/read-source.ts';
import { variedCatalog } from '../helpers/varied-catalog.ts';
import { addressesIn, harvest, reachableFrom, type Get, type HarvestedCourse } from './harvester.ts';

const baseUrl = 'https://courses.example.org/open%20data';

describe('a harvester gets every course of', () => {
  it('the sample', async () => expect(await faultsOf('data')).toEqual([]));

  it('every fourth course of the varied catalog', async ({ folder }) => {
    const data = await variedCatalog();
    for (const kind of ['providers.json', 'categories.json']) cpSync(join(data, kind), join(folder, kind));
    const lines = readFileSync(join(data, 'courses.ndjson'), 'utf8').trimEnd().split('\n');
    writeFiles(folder, { 'courses.ndjson': lines.filter((_, index) => index % 4 === 0).join('\n') });
    expect(await faultsOf(folder)).toEqual([]);
  });

  it('a generated catalog', async ({ folder }) => {
    generateCatalog({ courses: 400, directory: folder });
    expect(await faultsOf(folder)).toEqual([]);
  });

  it('a catalog of attacks, whose texts stay texts', async ({ folder }) => {
    writeFiles(folder, attackCatalog());
    expect(await faultsOf(folder)).toEqual([]);
  });

  it('any sound catalog', async () => {
    // Several languages may have one tag.
    const tags = fc.array(fc.constantFrom('lfn', 'de-CH-1996', 'zh-Hant', 'en'), { maxLength: 5 });
    await forAll(25, [catalog, layout, tags], async (content, how, someTags) => {
      await inFolder(async (folder) => {
        writeCatalog(folder, { ...content, languages: null }, how);
        const languages = content.languages?.map((name, at) => ({ name, tag: someTags[at] }));
        if (languages) writeFiles(folder, { 'languages.json': JSON.stringify(languages) });
        expect(await faultsOf(folder)).toEqual([]);
      });
    });
  });
});

/** Builds the catalog; a line for each course and field that is not harvested, and each page that no link leads to. */
async function faultsOf(data: string): Promise<string[]> {
  return inFolder(async (folder) => {
    const out = join(folder, 'dist');
    await runBuild({ data, out, chosen: { baseUrl, pages: true, title: '</title> & "co"' } });
    const get = getterOf(out);
    const source = readSource(data);
    const harvested = harvest(`${baseUrl}/sitemap.xml`, get);
    const reached = reachableFrom(`${baseUrl}/providers/`, baseUrl, get);
    const days = new Map(
      addressesIn(`${baseUrl}/sitemap.xml`, get).map(({ address, modified }) => [address, modified]),
    );
    const differences = comparisonWith(source);
    const faults = source.courses.flatMap((course) => {
      const address = `${baseUrl}/courses/${createHash('md5').update(course.linkurl).digest('hex')}/`;
      const found = harvested.get(address);
      if (!found) return [`not harvested: ${address}`];
      const unlike = differences(found, course, address);
      return [
        ...unlike.map(
          (field) => `${field} of ${address} is not that of ${JSON.stringify(course)}: ${JSON.stringify(found)}`,
        ),
        ...(reached.has(address) ? [] : [`no link leads to ${address}`]),
        ...(days.get(address) === found.dateModified?.slice(0, 10) ? [] : [`another day in the sitemap: ${address}`]),
      ];
    });
    const extra = harvested.size === source.courses.length ? [] : [`${harvested.size} courses`];
    return [...extra, ...faults].slice(0, 5);
  });
}

/** Returns a function that names the fields in which a course differs from its source. */
function comparisonWith(source: SourceCatalog) {
  const categories = new Map(source.categories.map(({ id, name }) => [id, readable(name)]));
  const providers = new Map(
    source.providers.map((provider) => [provider.id, { ...provider, name: readable(provider.name) }]),
  );
  const organizations = new Set(source.providers.map(({ name }) => readable(name)));
  const tagOf = languageTagsOf(source);
  return (found: HarvestedCourse, course: SourceCourse, address: string): string[] => {
    const keywords = each(readable(course.tags).split(','));
    const about = course.categories.map((id) => {
      return { '@id': `${baseUrl}/categories/${id}/`, '@type': 'DefinedTerm', name: categories.get(id)?.trim() };
    });
    const authors = each(readable(course.author).split(';')).map((name) => {
      return { '@type': organizations.has(name) ? 'Organization' : 'Person', name };
    });
    const languages = [
      ...new Set(course.language.map((name) => tagOf(name) || { '@type': 'Language', name: name.normalize() })),
    ];
    const link = webAddress(course.linkurl);
    const provider = providers.get(course.provider);
    const text = withoutMarkup(course.description);
    const isSame = {
      name: found.name === readable(course.title).trim(),
      // Browsers read an address that is no URI yet as the same one.
      url: link === undefined ? found.url === address : new URL(found.url).href.replaceAll('%', '') === link,
      '@id': found['@id'] === found.url && /^[!#-;=?-Z_a-z~[\]]+$/u.test(found.url),
      description: lettersOf(found.description) === lettersOf(text.trim() || `A course from ${provider?.name}`),
      keywords: (found.keywords ?? '') === keywords.join(', '),
      about: isDeepStrictEqual(found.about ?? [], about),
      author: isDeepStrictEqual(found.author ?? [], authors),
      provider: isDeepStrictEqual(found.provider, {
        '@id': `${baseUrl}/providers/${course.provider}/`,
        '@type': 'Organization',
        name: provider?.name,
        ...(provider?.url !== '' && { url: provider?.url }),
      }),
      publisher: isDeepStrictEqual(found.publisher, found.provider),
      // One is no array.
      inLanguage: isDeepStrictEqual(found.inLanguage, languages.length > 1 ? languages : languages[0]),
      datePublished: found.datePublished === statedDate(course.date_published),
      dateModified: (found.dateModified ?? '') === (course.date_modified && statedDate(course.date_modified)),
      license: (found.license ?? '') === course.license,
      mainEntityOfPage: found.mainEntityOfPage['@id'] === address,
    };
    return Object.entries(isSame).flatMap(([field, is]) => (is ? [] : [field]));
  };
}

/** A date without what it does not say. */
function statedDate(written: string): string {
  return printedDate(written).replace(/(?:T00:00:00)?\.?0+$/u, '');
}

/** A name without the references and escapes of the page that it was copied from. */
function readable(name: string): string {
  return decoded(name).replaceAll(/\\([!-/:-@[-`{-~])/gu, '$1');
}

function webAddress(text: string): string | undefined {
  if (!/^https?:\/\//iu.test(text)) return undefined;
  try {
    return uncoded(new URL(text).href);
  } catch {
    return undefined;
  }
}

/** With what a URI has to encode and browsers do not: signs that this comparison leaves to the one of `@id`. */
function uncoded(href: string): string {
  const start = href.indexOf('/', 8);
  const [before = '', ...hash] = href.slice(start).split('#');
  const rest = hash.length === 0 ? before : `${before}#${hash.join('%23')}`;
  const encoded = rest.replaceAll(/["<>[\\\]^`{|}]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return (href.slice(0, start) + encoded.replaceAll(/%(?![\da-f]{2})/giu, '%25')).replaceAll('%', '');
}

function each(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');
}

const hidden = new Set('script style template textarea title iframe noscript svg math xmp'.split(' '));

/** What a browser would show of a description with markup, read sign by sign: no comments, hidden elements and tags. */
function withoutMarkup(description: string): string {
  // Of other capitals, some become longer.
  const lower = description.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
  const after = (text: string, from: number) => {
    const found = lower.indexOf(text, from);
    return found === -1 ? lower.length : found + text.length;
  };
  let shown = '';
  let at = 0;
  while (at < lower.length) {
    const name = nameAt(lower, at);
    if (lower.startsWith('<!--', at)) at = after('-->', at);
    else if (name === undefined) shown += description[at++];
    else {
      const isHidden = hidden.has(name) && lower[at + 1] !== '/';
      at = endOfTag(lower, at);
      if (isHidden) at = after('>', after(`</${name}`, at));
    }
  }
  return decoded(shown);
}

/** The text with the character references as an HTML parser reads them, one by one. */
function decoded(text: string): string {
  return text.replaceAll(/&#?\w+;/gu, (reference) => {
    const [node] = parseFragment(reference).childNodes;
    return reference === '&nbsp;' || !node || !('value' in node) ? ' ' : node.value;
  });
}

/** The name of the tag that begins here; undefined where there is none. */
function nameAt(text: string, at: number): string | undefined {
  const start = text[at + 1] === '/' ? at + 2 : at + 1;
  let end = start;
  while (end < text.length && !' \t\r\n/<>'.includes(text[end] ?? '')) end++;
  const name = text.slice(start, end);
  // Of other names with a slash, people mean text: `<owner/name>`.
  const isPath = text[end] === '/' && text[end + 1] !== '>' && !hidden.has(name);
  const isTag =
    text[at] === '<' && (text[start] ?? '') >= 'a' && (text[start] ?? '') <= 'z' && !/[^a-z0-9:-]/u.test(name);
  return isTag && endOfTag(text, at) > 0 && !isPath ? name : undefined;
}

/** The place after the `>` of a tag; 0 if it is never closed. */
function endOfTag(text: string, start: number): number {
  let quote = '';
  for (let at = start + 1; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '<') return 0;
    else if (sign === '>') return at + 1;
  }
  return 0;
}

/** Lines and the marks of lists are a matter of layout. */
function lettersOf(text: string): string {
  return text.replaceAll(/[\s-]+/gu, '');
}

/** Files of a build by address, as any static host serves them. */
function getterOf(out: string): Get {
  return (address) => {
    const path = decodeURIComponent(new URL(address).pathname.slice(new URL(baseUrl).pathname.length));
    const file = join(out, path.endsWith('/') ? `${path}index.html` : path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
}

/** By the names in English, and by those in the language itself. */
const tags = new Map(
  `
  ar: Arabic, العربية | bg: Bulgarian, Български | bn: Bengali, বাংলা | ca: Català | cs: Čeština | da: Dansk |
  de: German, Deutsch | el: Greek, Ελληνικά | en: English | es: Spanish, Español | fa: Persian, فارسی |
  fi: Finnish, Suomi | fr: French, Français | he: Hebrew, עברית | hi: Hindi, हिन्दी | hu: Magyar |
  id: Indonesian, Bahasa Indonesia | it: Italian, Italiano | ja: Japanese, 日本語 | kk: Kazakh | km: Khmer |
  kn: Kannada | ko: Korean, 한국어 | ml: Malayalam | mr: Marathi | my: Burmese | ne: Nepali | nl: Nederlands |
  no: Norwegian | pa: Punjabi | pl: Polish, Polski | pt: Português | pt-BR: Portuguese (Brazil) |
  pt-PT: Portuguese (Portugal) | ro: Romanian, Română | ru: Russian, Русский | si: Sinhala | sr: Српски |
  sv: Swedish, Svenska | sw: Kiswahili | ta: Tamil, தமிழ் | te: Telugu | th: Thai, ไทย | tr: Turkish, Türkçe |
  uk: Ukrainian, Українська | ur: Urdu | vi: Vietnamese, Tiếng Việt | zh: Chinese, 中文 |
  zh-Hant: Chinese (Traditional)`
    .split('|')
    .map((row) => row.trim().split(': '))
    .flatMap(([tag = '', names = '']) => names.split(', ').map((name) => [name.normalize(), tag] as const)),
);

/** The tags of languages by name, those of the source first; empty for all other languages. */
export function languageTagsOf({ languages }: SourceCatalog): (name: string) => string {
  const own = new Map(languages.map(({ name, tag }) => [name.normalize(), tag]));
  return (name) => own.get(name.normalize()) || (tags.get(name.normalize()) ?? '');
}
