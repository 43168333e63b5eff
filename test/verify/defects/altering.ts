// Altering: the rows of a table of defects, and ways to change one thing in the replies of the service.
import type { RuleName } from '../../../src/verify/rules.ts';
import { courses } from '../catalog.ts';
import { replyTo, type ApiRequest, type Defect, type Reply } from '../service.ts';

interface Row {
  readonly name: string;
  readonly defect: () => Defect;
  /** The command that repeats the request; `{base}` stands for the address of the service. */
  readonly curl?: string;
  readonly advice?: string;
  /** In seconds; 10 by default. */
  readonly timeout?: number;
  readonly retries?: number;
}

/** The expected report of the defect; no broken rule if it is none. */
export type DefectRow = Row &
  (
    | { readonly broken: readonly []; readonly unsupported?: undefined; readonly finding?: undefined }
    | {
        readonly broken: readonly RuleName[];
        readonly unsupported?: readonly RuleName[];
        /** A part of the first finding of the first rule. */
        readonly finding: string | RegExp;
      }
  );

const [first] = courses;
/** The course that has most of the defects, and its single view. */
export const hash = first?.linkhash ?? '';
export const view = `courses/view/${hash}/`;
/** The longest list. */
export const engineering = 'categories/10/';

export type Json = Record<string, unknown>;

export function inJson(
  isMeant: (request: ApiRequest) => boolean,
  change: (body: Json, request: ApiRequest) => Json,
): Defect {
  return (reply, request) => {
    if (reply.status !== 200 || request.method === 'OPTIONS' || !isMeant(request)) return reply;
    return { ...reply, body: JSON.stringify(change(JSON.parse(reply.body), request)) };
  };
}

/** Changes each record of a body: of an envelope, of an array, or the body itself. */
export function inRecords(isMeant: (request: ApiRequest) => boolean, change: (record: Json) => Json): Defect {
  return (reply, request) => {
    if (reply.status !== 200 || request.method === 'OPTIONS' || !isMeant(request)) return reply;
    const body: Json | Json[] = JSON.parse(reply.body);
    const changed = Array.isArray(body)
      ? body.map(change)
      : isList(request)
        ? { ...body, results: recordsOf(body).map(change) }
        : change(body);
    return { ...reply, body: JSON.stringify(changed) };
  };
}

/** Changes a body that is an array of records. */
export function inArray(
  isMeant: (request: ApiRequest) => boolean,
  change: (records: Json[], request: ApiRequest) => Json[],
): Defect {
  return (reply, request) => {
    if (reply.status !== 200 || request.method === 'OPTIONS' || !isMeant(request)) return reply;
    return { ...reply, body: JSON.stringify(change(JSON.parse(reply.body), request)) };
  };
}

/** The summary record that lists have for a course in English. */
export function summaryOf(request: ApiRequest, linkhash: string): Json {
  const pages = ['1', '2'].map((page) => replyTo({ ...request, path: 'languages/English/courses/', page }));
  const records = pages.flatMap(({ body }) => recordsOf(JSON.parse(body)));
  return records.find((record) => record['linkhash'] === linkhash) ?? {};
}

export function recordsOf({ results }: Json): Json[] {
  return Array.isArray(results) ? results : [];
}

export function without(body: Json, field: string): Json {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

export function arrayOf(body: string): unknown[] {
  return JSON.parse(body);
}

export function isList({ path }: ApiRequest): boolean {
  return /^categories\/\d+\/$|\/courses\/$/u.test(path);
}

/** Whether the reply holds courses: a list, the latest ones, or a single one. */
export function isCourses(request: ApiRequest): boolean {
  return isList(request) || request.path.startsWith('courses/');
}

export function only(path: string, page: string | null) {
  return (request: ApiRequest) => request.path === path && request.page === page;
}

export function withoutHeader(...names: readonly string[]): Defect {
  return (reply) => ({
    ...reply,
    headers: Object.fromEntries(Object.entries(reply.headers).filter(([one]) => !names.includes(one))),
  });
}

export function notFound(reply: Reply): Reply {
  return { ...reply, status: 404, body: '{"detail":"Not found."}' };
}
