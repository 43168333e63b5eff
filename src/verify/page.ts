// Pages: reads one page of a paged list, its envelope and records (specification 2.3), with keys to compare pages.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { addressOf, routes, type PagedRoute } from '../api/routes.ts';
import { envelopeSchema, summarySchema } from '../api/schemas.ts';
import { compareText, quoteText } from '../problems.ts';
import type { Answer, Request } from '../client/client.ts';
import type { Courses, SeenCourse } from './courses.ts';
import { parseJson, readJson, type Run } from './run.ts';
import { readRecord } from './shapes.ts';

export interface List {
  readonly route: PagedRoute;
  /** The parameter in the path: an id or a language. */
  readonly parameter: string;
  /** The expected value of the envelope's extra field; null if it has none. */
  readonly label: string | null;
  /** `course_count` in the tree or the provider list; undefined for languages, which have none. */
  readonly courseCount: number | undefined;
}

export interface Page {
  readonly number: number;
  readonly request: Request;
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly items: number;
  /** The courses of its valid records. */
  readonly courses: readonly SeenCourse[];
  /** Equal for pages with the same envelope and items, in any order. */
  readonly key: string;
  /** Equal for pages with the same items in the same order. */
  readonly orderKey: string;
  /** Equal for pages with the same items in any order. */
  readonly coursesKey: string;
  /** Whether every record could be read. */
  readonly isComplete: boolean;
}

/** Compiled once: zod compiles each schema anew. */
const envelopes = {
  category: envelopeSchema('category', z.unknown()),
  language: envelopeSchema('language', z.unknown()),
  provider: envelopeSchema('provider', z.unknown()),
} as const satisfies Record<PagedRoute, z.ZodObject>;

/** Reads a page; undefined if there is no envelope. */
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
  const envelope = readRecord(run, 'envelope', envelopes[list.route], read.value, request, where);
  if (envelope === undefined) return undefined;
  checkExtraField(run, list, envelope, request);
  const { count, next, previous, results } = envelope;
  const seen = results.flatMap((item, at) => {
    const record = readRecord(run, 'summary-record', summarySchema, item, request, `${where}, results[${at}]`);
    return record === undefined ? [] : courses.add(run, record, request);
  });
  const items = results.length;
  const coursesKey = coursesKeyOf(results);
  return {
    number,
    request,
    count,
    next,
    previous,
    items,
    courses: seen,
    key: digest(JSON.stringify([count, next, previous, items, coursesKey])),
    orderKey: digest(results.map(nameOf).join(' ')),
    coursesKey,
    isComplete: seen.length === items,
  };
}

/** The address of a list's first page. */
export function addressOfList({ base }: Run, { route, parameter }: List): string {
  return addressOf(base, route, parameter);
}

/** The `coursesKey` of a response; undefined if it is not a page. */
export function coursesKeyIn({ status, body }: Answer): string | undefined {
  const value = status === 200 ? parseJson(body) : undefined;
  if (typeof value !== 'object' || value === null || !('results' in value) || !Array.isArray(value.results))
    return undefined;
  return coursesKeyOf(value.results);
}

function checkExtraField(run: Run, { route, label }: List, envelope: object, request: Request): void {
  const { extra } = routes[route];
  if (extra === null) return;
  const found: unknown = Object.getOwnPropertyDescriptor(envelope, extra)?.value;
  run.findings.expect('envelope-extra', found === label, request, () => {
    return `${extra} is ${quoteText(String(found))}, but should be ${quoteText(String(label))}`;
  });
}

/** A digest of the courses in `results`, in any order. */
function coursesKeyOf(results: readonly unknown[]): string {
  return digest(results.map(nameOf).toSorted(compareText).join(' '));
}

function nameOf(record: unknown): string {
  const isNamed = typeof record === 'object' && record !== null && 'linkhash' in record;
  return isNamed ? String(record.linkhash) : JSON.stringify(record);
}

function digest(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
