// S3 and CloudFront in a test: an imitation from Amazon's documents that runs the generated files.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { z } from 'zod';
import { filesIn } from '../../helpers/folders.ts';
import { decodedPath, typeOf, type Deployment } from './hosted.ts';

/** What `aws s3 sync` stores with a file. */
export interface StoredObject {
  readonly file: string;
  readonly type: string;
  readonly cacheControl: string | undefined;
}

const named = z.record(z.string(), z.object({ value: z.string() }));
const requested = z.object({ uri: z.string(), querystring: z.record(z.string(), z.unknown()) });
const made = z.object({
  statusCode: z.number(),
  statusDescription: z.string(),
  headers: named,
  body: z.object({ encoding: z.literal('text'), data: z.string() }).optional(),
});
const policy = z.object({
  Name: z.string(),
  Comment: z.string(),
  SecurityHeadersConfig: z.strictObject({
    ContentTypeOptions: z.strictObject({ Override: z.literal(true) }),
    ContentSecurityPolicy: z.strictObject({ ContentSecurityPolicy: z.string(), Override: z.literal(true) }),
    ReferrerPolicy: z.strictObject({ ReferrerPolicy: z.string(), Override: z.literal(true) }),
  }),
  CustomHeadersConfig: z.strictObject({
    Quantity: z.number(),
    Items: z.array(z.strictObject({ Header: z.string(), Value: z.string(), Override: z.literal(true) })),
  }),
});
const errors = z.object({
  Quantity: z.number(),
  Items: z.array(
    z.strictObject({
      ErrorCode: z.number(),
      ResponsePagePath: z.string(),
      ResponseCode: z.string(),
      ErrorCachingMinTTL: z.number(),
    }),
  ),
});

/** The methods of a distribution that allows all; it refuses others before the function runs. */
const allMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE']);

/** The distribution: its function, then a private bucket, then error responses and headers by policy. */
export async function cloudFrontHost({ dist }: Deployment): Promise<RequestListener> {
  const bucket = publish(dist);
  const read = (name: string) => readFileSync(join(dist, '_hosts', name), 'utf8');
  const run = functionIn(read('cloudfront-function.js'));
  const responses = errors.parse(JSON.parse(read('custom-error-responses.json'))).Items;
  const { CustomHeadersConfig, SecurityHeadersConfig } = policy.parse(JSON.parse(read('response-headers-policy.json')));
  const { ContentSecurityPolicy, ReferrerPolicy } = SecurityHeadersConfig;
  const shared = [
    ...CustomHeadersConfig.Items,
    { Header: 'X-Content-Type-Options', Value: 'nosniff' },
    { Header: 'Content-Security-Policy', Value: ContentSecurityPolicy.ContentSecurityPolicy },
    { Header: 'Referrer-Policy', Value: ReferrerPolicy.ReferrerPolicy },
  ];

  return (request, response) => {
    if (!allMethods.has(request.method ?? '')) return void response.writeHead(403).end();
    const result = run(request);
    const answer = made.safeParse(result);
    if (answer.success) return sendMade(response, answer.data);
    for (const { Header, Value } of shared) response.setHeader(Header, Value);
    const stored = bucket.get(decodedPath(requested.parse(result).uri));
    if (stored) return sendStored(response, 200, stored);
    const failed = responses.find(({ ErrorCode }) => ErrorCode === 403);
    const page = bucket.get(failed?.ResponsePagePath ?? '');
    return page ? sendStored(response, Number(failed?.ResponseCode), page) : void response.writeHead(403).end();
  };
}

/** The bucket after the generated script. */
export function publish(dist: string): Map<string, StoredObject> {
  return new Map(storedFrom(dist));
}

/** Runs the generated script with an `aws` that only prints its arguments, and carries out those calls: what each stores, by path in the bucket. */
export function storedFrom(dist: string): [string, StoredObject][] {
  const run = `aws() { printf '%s\\0' "$PWD" "$@"; printf '\\0'; }; . "$0"`;
  const env = { PATH: process.env['PATH'] };
  const script = join(dist, '_hosts', 'publish.sh');
  const { status, stdout, stderr } = spawnSync('sh', ['-c', run, script, 'BUCKET'], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`publish.sh ended with ${status}: ${stderr}`);
  const calls = stdout.split('\0\0').slice(0, -1);
  return calls.flatMap((call) => synced(call.split('\0')));
}

/** What a call of `aws s3 sync` or `aws s3 cp` stores, by path in the bucket. */
function synced([folder = '', service, command, from = '', to = '', ...options]: string[]): [string, StoredObject][] {
  if (service !== 's3' || !(command === 'sync' || command === 'cp')) throw new Error(`unknown: ${service} ${command}`);
  const source = join(folder, from);
  const after = (name: string) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const files = command === 'cp' ? [source] : filesIn(source).map((path) => join(source, path));
  return files
    .filter((file) => isSynced(relative(source, file), options))
    .map((file) => [
      join(`${to.replace('s3://BUCKET', '')}/`, relative(source, file)).replace(/\/$/u, ''),
      {
        file,
        type: after('--content-type') ?? typeOf(file).replace(/^(application\/json);.*$/u, '$1'),
        cacheControl: after('--cache-control'),
      },
    ]);
}

/** Whether the filters of a call take a file: of those that match, the last one counts. A `*` matches slashes too. */
function isSynced(path: string, options: readonly string[]): boolean {
  return options.reduce((taken, option, index) => {
    const before = options[index - 1];
    if (before !== '--exclude' && before !== '--include') return taken;
    const glob = new RegExp(`^${option.replaceAll(/[.+()[\]{}^$|\\]/gu, String.raw`\$&`).replaceAll('*', '.*')}$`, 'u');
    return glob.test(path) ? before === '--include' : taken;
  }, true);
}

/** A viewer's request, as far as the function reads it. */
type ViewerRequest = Pick<IncomingMessage, 'method' | 'url'>;

/** The function of a script, run with the event of a viewer's request; its result is converted through JSON. */
export function functionIn(script: string): (request: ViewerRequest) => unknown {
  const context = createContext({});
  runInContext(script, context);
  return ({ method, url = '' }) => {
    const [uri, query] = url.split(/\?(.*)/su);
    const event = {
      version: '1.0',
      request: { method, uri, querystring: parametersOf(query), headers: {}, cookies: {} },
    };
    const answer: unknown = runInContext(`JSON.stringify(handler(${JSON.stringify(event)}))`, context);
    return JSON.parse(String(answer));
  };
}

/** The query as an event has it: names and values as sent; for repeated names the first value, with all of them beside it. */
function parametersOf(query = ''): Record<string, unknown> {
  const pairs = query.split('&').filter((pair) => pair !== '');
  const found = new Map<string, { value: string }[]>();
  for (const pair of pairs) {
    const [name = '', value = ''] = pair.split(/[=](.*)/su);
    found.set(name, [...(found.get(name) ?? []), { value }]);
  }
  return Object.fromEntries(
    [...found].map(([name, values]) => [name, { ...values[0], ...(values.length > 1 && { multiValue: values }) }]),
  );
}

function sendMade(
  response: ServerResponse,
  { statusCode, statusDescription, headers, body }: z.infer<typeof made>,
): void {
  const all = Object.entries(headers).map(([name, { value }]) => [name, value] as const);
  response.writeHead(statusCode, statusDescription, Object.fromEntries(all)).end(body?.data);
}

function sendStored(response: ServerResponse, status: number, { file, type, cacheControl }: StoredObject): void {
  response.writeHead(status, {
    'Content-Type': type,
    ...(cacheControl !== undefined && { 'Cache-Control': cacheControl }),
  });
  response.end(response.req.method === 'HEAD' ? undefined : readFileSync(file));
}
