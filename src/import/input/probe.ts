// Probes: what is seen of a resource before its format is known.
import { statSync } from 'node:fs';
import { readBlocks, maxTextLength } from '../../source/bytes.ts';
import { parseJson } from '../../source/json.ts';
import type { Decoder } from './decoder.ts';
import type { Resource } from './resource.ts';

/** What is known of a resource before a format is chosen. */
export interface Probe {
  readonly resource: Resource;
  readonly start: string;
  readonly json: unknown;
  readonly spreadsheet?: 'xlsx' | 'ods' | undefined;
}

const startSize = 256 * 1024;

/** Reads the start of a resource, and all of it if it is JSON. */
export function probe(resource: Resource, decoder: Decoder): Probe {
  const binary = resource.file === '' ? undefined : binaryStart(resource.file);
  if (binary !== undefined) return { resource, start: binary, json: undefined, spreadsheet: spreadsheetIn(binary) };
  const [first = ''] = decoder.blocksOf(resource);
  const start = first.slice(0, startSize);
  const isJson = /^\s*[[{]/u.test(start) && statSync(resource.file).size <= maxTextLength;
  return { resource, start, json: isJson ? parseJson(decoder.textOf(resource)) : undefined };
}

/** The first and last bytes of a file that is no text, as characters; undefined if it may be one. */
export function binaryStart(file: string): string | undefined {
  const textAt = (from: number) =>
    Array.from(readBlocks({ path: file }, from, from + size), ({ bytes }) => bytes.toString('latin1')).join('');
  const head = textAt(0);
  return binary.test(head) ? head + textAt(Math.max(size, statSync(file).size - size)) : undefined;
}

/** Which spreadsheet a file is that begins so. */
export function spreadsheetIn(start: string): 'xlsx' | 'ods' | undefined {
  if (!start.startsWith('PK') || /word\/document|xl\/workbook\.bin/u.test(start)) return undefined;
  if (/xl\/(?:workbook\.xml|worksheets\/)/u.test(start)) return 'xlsx';
  return start.includes('opendocument.spreadsheet') ? 'ods' : undefined;
}

/** How files begin that are no text. */
const binary = /^(?:PK\p{Cc}\p{Cc}|%PDF-|\xd0\xcf\p{Cc}\xe0|\x89PNG|GIF8|\xff\xd8\xff|\{\\rtf)/u;
/** The names of the parts of an archive stand at its end. */
const size = 64 * 1024;
