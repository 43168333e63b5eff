// Pages: one page of a paged list with its envelope and records (specification 2.3), and what tells it from another one.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { addressOf, routes, type PagedRoute } from '../api/routes.ts';
import { envelopeSchema, summarySchema } from '../api/schemas.ts';
import { compareText, quoteText } from '../problems.ts';
import type { Answer } from './client.ts';
import type { Courses, Seen } from './courses.ts';
import type { Request } from './curl.ts';
import { parseJson, readJson, type Run } from './run.ts';
import { readRecord } from './shapes.ts';

export interface List {
  readonly route: PagedRoute;
  /** What the path names: an id, or a language. */
  readonly parameter: string;
  /** The value that the envelope's extra field must have; null where it has none. */
  readonly label: string | null;
  /** What the tree or the provider list says that it counts; undefined for languages, which nothing counts. */
  readonly courseCount: number | undefined;
}

export interface Page {
  readonly number: number;
  readonly request: Request;
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly items: number;
  /** Those of its records that could be read. */
  readonly courses: readonly Seen[];
  /** The same for the same page with the same envelope, whatever the order on it. */
  readonly key: string;
  /** The same for the same items in the same order. */
  readonly inOrder: string;
  /** As `coursesOn` has it. */
  readonly onPage: string;
  /** Whether every record could be read. */
  readonly isWhole: boolean;
}

/** Reads a page; undefined where there is no envelope. */
export async function readPage(
  run: Run,
  courses: Courses,
  list: List,
  { address, number }: { readonly address: string; readonly number: number },
): Promise<Page | undefined> {
  const read = await readJson(run, address);
  if (read === undefined) return undefined;
  const { request } = read.answer;
  const where = `page ${number}`;
  const envelope = readRecord(run, 'envelope', envelopeSchema(list.route, z.unknown()), read.value, request, where);
  if (envelope === undefined) return undefined;
  holdExtra(run, list, envelope, request);
  const { count, next, previous, results } = envelope;
  const seen = results.flatMap((item, at) => {
    const record = readRecord(run, 'summary-record', summarySchema, item, request, `${where}, results[${at}]`);
    return record === undefined ? [] : courses.see(run, record, request);
  });
  const items = results.length;
  const onPage = coursesOn(results);
  return {
    number,
    request,
    count,
    next,
    previous,
    items,
    courses: seen,
    key: digest(JSON.stringify([count, next, previous, items, onPage])),
    inOrder: digest(results.map(nameOf).join(' ')),
    onPage,
    isWhole: seen.length === items,
  };
}

/** The address of a list's first page. */
export function addressOfList({ base }: Run, { route, parameter }: List): string {
  return addressOf(base, route, parameter);
}

/** `coursesOn` of a response; undefined where it is no page. */
export function coursesIn({ status, body }: Answer): string | undefined {
  const value = status === 200 ? parseJson(body) : undefined;
  if (typeof value !== 'object' || value === null || !('results' in value) || !Array.isArray(value.results))
    return undefined;
  return coursesOn(value.results);
}

function holdExtra(run: Run, { route, label }: List, envelope: object, request: Request): void {
  const { extra } = routes[route];
  if (extra === null) return;
  const told: unknown = Object.getOwnPropertyDescriptor(envelope, extra)?.value;
  run.findings.expect('envelope-extra', told === label, request, () => {
    return `${extra} is ${quoteText(String(told))}, and should be ${quoteText(String(label))}`;
  });
}

/** A digest of the courses in `results`, whatever their order. */
function coursesOn(results: readonly unknown[]): string {
  return digest(results.map(nameOf).toSorted(compareText).join(' '));
}

function nameOf(record: unknown): string {
  const isNamed = typeof record === 'object' && record !== null && 'linkhash' in record;
  return isNamed ? String(record.linkhash) : JSON.stringify(record);
}

function digest(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
