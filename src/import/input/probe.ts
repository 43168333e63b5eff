// Probes: what is known of a resource before its format is, and the context in which it is read.
import { statSync } from 'node:fs';
import type { Options } from '../../options/option-table.ts';
import { readBlocks, maxTextLength } from '../../catalog/source/bytes.ts';
import { parseJson } from '../../catalog/source/json.ts';
import type { Notes } from '../notes.ts';
import type { Decoder } from './decoder.ts';
import type { Resource } from './resource.ts';
import type { Web } from './web.ts';

export interface Probe {
  readonly resource: Resource;
  /** The beginning of its text; for a binary file its first and last bytes, as characters. */
  readonly start: string;
  readonly json: unknown;
  /** Whether it begins as JSON does, and is none. */
  readonly isFaultyJson?: boolean;
  readonly spreadsheet?: 'xlsx' | 'ods' | undefined;
}

export interface ReadContext extends Pick<Options, 'map' | 'sheet' | 'fields'> {
  /** What the user says of the first row. */
  readonly headings?: Options['headings'];
  /** The language of courses that name none, as far as the user says it. */
  readonly language?: Options['language'];
  readonly notes: Notes;
  readonly decoder: Decoder;
  /** Undefined for a file on this machine. */
  readonly web: Web | undefined;
  readonly onProgress: (progress: { readonly done: number; readonly total: number; readonly what: string }) => void;
  readonly signal: AbortSignal;
}

const startSize = 256 * 1024;
/** How binary files begin. */
const binary = /^(?:PK\p{Cc}\p{Cc}|%PDF-|\xd0\xcf\p{Cc}\xe0|\x89PNG|GIF8|\xff\xd8\xff|\{\\rtf)/u;
/** The names of the parts of an archive stand at its end. */
const edgeSize = 64 * 1024;

/** Reads the start of a resource, and all of it if it is JSON. */
export function probeResource(resource: Resource, decoder: Decoder): Probe {
  const edges = resource.file === '' ? undefined : binaryEdges(resource.file);
  if (edges !== undefined) return { resource, start: edges, json: undefined, spreadsheet: spreadsheetIn(edges) };
  const [block = ''] = decoder.blocksOf(resource);
  const start = block.slice(0, startSize);
  const isJson = /^\s*[[{]/u.test(start) && statSync(resource.file).size <= maxTextLength;
  const json = isJson ? parseJson(decoder.textOf(resource)) : undefined;
  return { resource, start, json, isFaultyJson: isJson && json === undefined };
}

/** The first and last bytes of a binary file, as characters; undefined if it may be a text. */
function binaryEdges(file: string): string | undefined {
  const textAt = (from: number) =>
    Array.from(readBlocks({ path: file }, from, from + edgeSize), ({ bytes }) => bytes.toString('latin1')).join('');
  const head = textAt(0);
  return binary.test(head) ? head + textAt(Math.max(edgeSize, statSync(file).size - edgeSize)) : undefined;
}

function spreadsheetIn(edges: string): 'xlsx' | 'ods' | undefined {
  if (!edges.startsWith('PK') || /word\/document|xl\/workbook\.bin/iu.test(edges)) return undefined;
  if (/xl\/(?:workbook\.xml|worksheets\/)/iu.test(edges)) return 'xlsx';
  return edges.includes('opendocument.spreadsheet') ? 'ods' : undefined;
}
