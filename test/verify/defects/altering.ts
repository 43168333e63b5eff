// Altering: a table of defects, and ways to change one thing in the replies of the service.
import { courses, replyTo, type ApiRequest, type Defect, type Reply } from '../service.ts';

/** What else is expected of a service, and how it is asked. */
interface Details {
  /** The command that repeats the request; `{base}` stands for the address of the service. */
  readonly curl?: string;
  readonly advice?: string;
  /** Expected failures of the first rule: one for each form of the defect. */
  readonly failures?: number;
  /** In seconds; `answerLimit` by default. */
  readonly timeout?: number;
  readonly retries?: number;
}

/** The rules that a defect breaks, a bar, and those that it shows to be unsupported; a part of the first finding of the first of them; and the defect. */
export type Defective = readonly [rules: string, finding: string | RegExp, defect: Defect, details?: Details];

/** What a service may do. */
export type Variation = readonly [what: string, defect: Defect, details?: Details];

/** The course that has most of the defects, and its single view. */
export const hash = courses[0]?.linkhash ?? '';
export const view = `courses/view/${hash}/`;
/** The longest list. */
export const engineering = 'categories/10/';

export type Json = Record<string, unknown>;

/** A path, or which requests are meant. */
type Where = string | ((request: ApiRequest) => boolean);

/** Changes the JSON of successful replies. */
function inJson(where: Where, change: (body: Json | Json[], request: ApiRequest) => unknown): Defect {
  return (reply, request) => {
    const isMeant = typeof where === 'string' ? request.path === where : where(request);
    if (reply.status !== 200 || request.method === 'OPTIONS' || !isMeant) return reply;
    return { ...reply, body: JSON.stringify(change(JSON.parse(reply.body), request)) };
  };
}

/** Changes a body that is an array of records. */
export function inArray(where: Where, change: (records: Json[], request: ApiRequest) => Json[]): Defect {
  return inJson(where, (body, request) => change(Array.isArray(body) ? body : [], request));
}

/** Sets fields of a body; an undefined one is then missing. */
export function inBody(where: Where, fields: Json | ((body: Json, request: ApiRequest) => Json)): Defect {
  const set = (body: Json, request: ApiRequest) => (typeof fields === 'function' ? fields(body, request) : fields);
  return inJson(where, (body, request) => (Array.isArray(body) ? body : { ...body, ...set(body, request) }));
}

/** Sets fields of each record of a body: of an envelope, of an array, or of the body itself. */
export function inRecords(where: Where, fields: Json | ((record: Json) => Json | false)): Defect {
  const changed = (record: Json) => ({ ...record, ...(typeof fields === 'function' ? fields(record) : fields) });
  return inJson(where, (body, request) => {
    if (Array.isArray(body)) return body.map(changed);
    return isList(request) ? { ...body, results: recordsOf(body).map(changed) } : changed(body);
  });
}

/** Changes some replies; a header that is undefined is then missing. */
export function inReplies(
  where: (request: ApiRequest, reply: Reply) => boolean,
  { headers, ...change }: Partial<Omit<Reply, 'headers'>> & { readonly headers?: Record<string, string | undefined> },
): Defect {
  return (reply, request) => {
    if (!where(request, reply)) return reply;
    const all = Object.entries({ ...reply.headers, ...headers });
    const sent = all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    return { ...reply, ...change, headers: Object.fromEntries(sent) };
  };
}

/** Changes some replies, each in the next of these ways. */
export function inTurn(where: Parameters<typeof inReplies>[0], changes: readonly Defect[]): Defect {
  let count = 0;
  return (reply, request) => {
    if (!where(request, reply)) return reply;
    count += 1;
    return changes[count % changes.length]?.(reply, request);
  };
}

export const notFound = { status: 404, body: '{"detail":"Not found."}' };

export const always = () => true;

export const isView = ({ path }: ApiRequest) => path === view;

/** A page of the longest list, as its address names it. */
export function isPage(wanted: string | null) {
  return ({ path, page }: ApiRequest) => path === engineering && page === wanted;
}

export function isList({ path }: ApiRequest): boolean {
  return /^categories\/\d+\/$|\/courses\/$/u.test(path);
}

/** Whether the reply holds full records. */
export function isFull({ path }: ApiRequest): boolean {
  return path.startsWith('courses/');
}

/** Whether the reply holds courses: a list, the latest ones, or a single one. */
export function isCourses(request: ApiRequest): boolean {
  return isList(request) || isFull(request);
}

/** The full record of a course. */
export function fullOf(request: ApiRequest, { linkhash }: { readonly linkhash: string }): Json {
  return JSON.parse(replyTo({ ...request, page: null, path: `courses/view/${linkhash}/` }).body);
}

export function recordsOf({ results }: Json): Json[] {
  return Array.isArray(results) ? results : [];
}
