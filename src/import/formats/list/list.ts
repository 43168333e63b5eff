// The formats `markdown` and `html`: links in lists and tables below headings.
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { piecesOf } from '../../input/decoder.ts';
import type { Probe, ReadContext } from '../../input/probe.ts';
import { inputError, type Resource } from '../../input/resource.ts';
import { namesOfLanguage } from '../../values/languages.ts';
import type { ImportFormat, InputRows } from '../format.ts';
import { readEntries } from './entries.ts';
import { OutlineParser } from './html.ts';
import type { Item, Outline } from './outline.ts';
import { linksIn } from './pieces.ts';

type Read = Pick<Outline, 'items' | 'tables' | 'headings' | 'loose'>;

const markdownName = /\.(?:md|markdown|mdown|mkd)(?:[?#]|$)/iu;
/** Markdown under another name has headings, and items that are links. */
const signsOfMarkdown = [/^#{1,6} \S/mu, /^ *(?:[-*+]|\d{1,3}[.)]) .*\]\(<?https?:/mu];
/** Codes of languages in Latin letters that are words or short for subjects, too: information technology, human resources. */
const subjects = new Set(['ee', 'hr', 'is', 'it', 'no', 'se', 'to']);
const pageStart =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype html|html|head|body|main|article|section|div|h[1-6]|table|ul|ol)[\s>]/iu;

export const markdown: ImportFormat = {
  recognize({ json, spreadsheet, start, resource: { address, type = '' } }) {
    if (json !== undefined || spreadsheet !== undefined || start === '' || start.includes('\0')) return undefined;
    if (markdownName.test(address) || type.startsWith('text/markdown')) return 'a Markdown file';
    return !/^\s*</u.test(start) && signsOfMarkdown.every((sign) => sign.test(start))
      ? 'Markdown, with links in lists below headings'
      : undefined;
  },

  async read({ resource }, context) {
    // Loaded only for Markdown.
    const { outlineOfMarkdown } = await import('./markdown.ts');
    const text = context.decoder.textOf(resource);
    return rowsOf(await outlineOfMarkdown(text, resource.address, context.signal), resource, context);
  },
};

export const html: ImportFormat = {
  async recognize(probe, context) {
    if (!isPage(probe)) return undefined;
    const { items, tables } = await pageOf(probe.resource, context);
    const isList = items.some(({ pieces }) => linksIn(pieces).length > 0) || tables.length > 0;
    return isList ? 'a page with links in lists or tables below headings' : undefined;
  },

  async read({ resource }, context) {
    return rowsOf(await pageOf(resource, context), resource, context);
  },
};

/** Whether a resource is a page of HTML. */
export function isPage({ json, start }: Probe): boolean {
  return json === undefined && pageStart.test(start);
}

/** What was read of pages: whoever asks whether one is a list has read it. */
const pages = new WeakMap<Resource, Promise<Read>>();

async function pageOf(resource: Resource, context: ReadContext): Promise<Read> {
  const page = pages.get(resource) ?? readPage(resource, context);
  pages.set(resource, page);
  return page;
}

/** Lists above all headings of a page lead to other parts of its site, and so do tables without headings where there is more below. */
async function readPage(resource: Resource, { decoder, signal }: ReadContext): Promise<Read> {
  const parser = new OutlineParser(resource);
  for await (const piece of piecesOf(decoder.blocksOf(resource), signal)) parser.write(piece);
  parser.end();
  const { items, tables, headings, loose } = parser.outline;
  const isBelow = ({ headings: above }: Pick<Item, 'headings'>) => above.length > 0;
  const isMore = [...items, ...tables].some(isBelow);
  const isTable = (one: (typeof tables)[number]) => isBelow(one) || one.hasHeadings || !isMore;
  const menus = [
    ...items.filter((item) => !isBelow(item)).map(({ pieces }) => pieces),
    ...tables.filter((one) => !isTable(one)).flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)),
  ];
  return { items: items.filter(isBelow), tables: tables.filter(isTable), headings, loose: [...loose, ...menus.flat()] };
}

function rowsOf(outline: Read, resource: Resource, { notes, headings, map, language: given }: ReadContext): InputRows {
  const { address } = resource;
  const language = given === undefined ? languageOf(resource, outline) : undefined;
  if (language !== undefined)
    notes.add('guessed', 'language of entries that name none, by the name of the file', address, language);
  const input = readEntries(outline, { address, notes, headings, map, language });
  if (input.rows.length > 0) return input;
  const remedy = 'write each course as an item or a row with a link, or import a spreadsheet or CSV';
  throw inputError(address, 'has no list and no table whose links lead to other pages of the web', remedy);
}

/**
 * The language that the name of a file ends with: `free-courses-it.md`, `README.pt-BR.md`. What looks like one may be short for a
 * subject, unless there are such files in other languages.
 */
function languageOf({ address, finalUrl }: Resource, { headings, items }: Read): string | undefined {
  const file = basename(address.replace(/[?#].*$/u, ''));
  const { stem, code, name } = languageIn(file);
  if (name === undefined) return undefined;
  const others = finalUrl === undefined ? readdirSync(dirname(address)).map(languageIn) : [];
  if (others.some((other) => other.stem === stem && other.name !== undefined && other.code !== code)) return name;
  if (subjects.has(code)) return undefined;
  const { script } = new Intl.Locale(code).maximize();
  const letters = code === 'cs' ? /[ěřů]/iu : script === 'Latn' ? /\p{L}/u : /[^\P{L}\p{Script=Latin}]/u;
  const texts = [...headings, ...items].flatMap(({ pieces }) => pieces.map(({ text }) => text));
  return texts.some((text) => letters.test(text)) ? name : undefined;
}

function languageIn(file: string) {
  const [, stem = '', code = ''] = /^(.*?)[-_.]([a-z]{2})(?:[-_](?:[A-Z]{2}|Hans|Hant))?\.\w+$/u.exec(file) ?? [];
  return { stem, code, name: namesOfLanguage(code)?.[0] };
}
