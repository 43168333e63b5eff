// Pages: reads one page of a paged list, its envelope and records (specification 2.3), with keys to compare pages.
import { hash } from 'node:crypto';
import * as z from 'zod';
import { routes, type PagedRoute } from '../api/routes.ts';
import { envelopeSchema, summarySchema } from '../api/schemas.ts';
import { fieldOf } from '../catalog/source/record.ts';
import type { HttpResponse, Request } from '../http/client.ts';
import { compareText } from '../text/problems.ts';
import { memoize } from '../memoize.ts';
import { quoteText } from '../text/quote.ts';
import { parseBody, requestJson, type VerifyRun } from './run.ts';
import { readRecord } from './shapes.ts';

export interface ListToWalk {
  readonly route: PagedRoute;
  /** The parameter in the path: an id or a language. */
  readonly parameter: string;
  /** The expected value of the envelope's extra field; null if it has none. */
  readonly label: string | null;
  /** `course_count` in the tree or the provider list; undefined for languages, which have none. */
  readonly courseCount: number | undefined;
  /** The number of courses that it probably has. */
  readonly expected: number;
}

export type WalkedPage = NonNullable<Awaited<ReturnType<typeof readListPage>>>;

/** Created once per route: zod compiles every new schema. */
const envelopeOf = memoize((route: PagedRoute) => envelopeSchema(route, z.unknown()));

/** Reads a page; undefined if there is no envelope. */
export async function readListPage(run: VerifyRun, list: ListToWalk, url: string, number: number) {
  const value = await requestJson(run, url);
  if (value === undefined) return undefined;
  const request = { method: 'GET', url };
  const where = `page ${number}`;
  const envelope = readRecord(run, { rule: 'envelope', schema: envelopeOf(list.route) }, value, {
    request,
    name: where,
  });
  if (envelope === undefined) return undefined;
  checkExtraField(run, list, envelope, request);
  const { count, next, previous, results } = envelope;
  const courses = results.flatMap((item, index) => {
    const record = readRecord(run, { rule: 'summary-record', schema: summarySchema }, item, {
      request,
      name: `${where}, results[${index}]`,
    });
    return record === undefined ? [] : run.courses.add(record, request);
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
    /** The courses of its valid records. */
    courses,
    /** Equal for pages with the same envelope and items, in any order. */
    key: hash('md5', JSON.stringify([count, next, previous, items, coursesKey])),
    /** Equal for pages with the same items in the same order. */
    orderKey: hash('md5', results.map(linkhashIn).join(' ')),
    /** Equal for pages with the same items in any order. */
    coursesKey,
    /** Whether every record could be read. */
    isComplete: courses.length === items,
  };
}

/** The `coursesKey` of a response; undefined if it is not a page. */
export function coursesKeyIn({ status, body }: HttpResponse): string | undefined {
  const results = status === 200 ? fieldOf(parseBody(body), 'results') : undefined;
  return Array.isArray(results) ? coursesKeyOf(results) : undefined;
}

function checkExtraField(
  { checks }: VerifyRun,
  { route, label }: ListToWalk,
  envelope: object,
  request: Request,
): void {
  const { extra } = routes[route];
  if (extra === null) return;
  const value = fieldOf(envelope, extra);
  const finding = `${extra} is ${quoteText(String(value))}, but should be ${quoteText(String(label))}`;
  checks.expect('envelope-extra', value === label, request, finding);
}

/** A digest of the courses in `results`, in any order. */
function coursesKeyOf(results: readonly unknown[]): string {
  return hash('md5', results.map(linkhashIn).toSorted(compareText).join(' '));
}

/** The key that records are compared by: the linkhash or, without one, the whole record. */
function linkhashIn(record: unknown): string {
  return JSON.stringify(fieldOf(record, 'linkhash') ?? record);
}
