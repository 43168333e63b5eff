// S3 and CloudFront in a test: an imitation from Amazon's documents that runs the generated files.
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { z } from 'zod';
import { publish, type StoredObject } from './bucket.ts';
import { decodedPath, type Deployment } from './hosted.ts';

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
    // A build without pages has neither.
    ContentSecurityPolicy: z.strictObject({ ContentSecurityPolicy: z.string(), Override: z.literal(true) }).optional(),
    ReferrerPolicy: z.strictObject({ ReferrerPolicy: z.string(), Override: z.literal(true) }).optional(),
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
export async function cloudFrontHost({ dist, prefix }: Deployment): Promise<RequestListener> {
  const bucket = publish(dist);
  const read = (name: string) => readFileSync(join(dist, '_hosts', name), 'utf8');
  const run = functionIn(read('cloudfront-function.js'));
  const responses = errors.parse(JSON.parse(read('custom-error-responses.json'))).Items;
  const everywhere = headersOf(read('response-headers-policy.json'));
  const framed = join(dist, '_hosts/response-headers-policy-frames.json');
  // The behavior of the documentation, for the path pattern embed/*.
  const forFrames = existsSync(framed) ? headersOf(readFileSync(framed, 'utf8')) : everywhere;

  return (request, response) => {
    if (!allMethods.has(request.method ?? '')) return void response.writeHead(403).end();
    const result = run(request);
    const answer = made.safeParse(result);
    if (answer.success) return sendMade(response, answer.data);
    const shared = request.url?.startsWith(`${prefix}/embed/`) ? forFrames : everywhere;
    for (const { Header, Value } of shared) if (Value !== undefined) response.setHeader(Header, Value);
    const stored = bucket.get(decodedPath(requested.parse(result).uri).slice(1));
    if (stored) return sendStored(response, 200, stored);
    const failed = responses.find(({ ErrorCode }) => ErrorCode === 403);
    const page = bucket.get(failed?.ResponsePagePath.slice(1) ?? '');
    return page ? sendStored(response, Number(failed?.ResponseCode), page) : void response.writeHead(403).end();
  };
}

/** The headers of a policy. */
function headersOf(text: string) {
  const { CustomHeadersConfig, SecurityHeadersConfig } = policy.parse(JSON.parse(text));
  const { ContentSecurityPolicy, ReferrerPolicy } = SecurityHeadersConfig;
  return [
    ...CustomHeadersConfig.Items,
    { Header: 'X-Content-Type-Options', Value: 'nosniff' },
    { Header: 'Content-Security-Policy', Value: ContentSecurityPolicy?.ContentSecurityPolicy },
    { Header: 'Referrer-Policy', Value: ReferrerPolicy?.ReferrerPolicy },
  ];
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

function sendStored(response: ServerResponse, status: number, { body, type, cacheControl }: StoredObject): void {
  response.writeHead(status, {
    'Content-Type': type,
    ...(cacheControl !== undefined && { 'Cache-Control': cacheControl }),
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
