// Vercel in a test: the vendor's compiler reads `vercel.json`, and the phases of the routes are followed as documented.
import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import { readJsonSync } from 'fs-extra/esm';
import { getTransformedRoutes, isHandler, type RouteInput, type RouteWithSrc } from '@vercel/routing-utils';
import { z } from 'zod';
import { decodedPath, filesBelow, send, type Deployment } from './hosted.ts';

const configuration = z.strictObject({ routes: z.array(z.custom<RouteInput>((value) => value instanceof Object)) });

interface Outcome {
  readonly status: number;
  readonly file: string | undefined;
  readonly headers: Record<string, string>;
}

export async function vercelHost({ deployed }: Deployment): Promise<RequestListener> {
  const { routes, error } = getTransformedRoutes(configuration.parse(readJsonSync(join(deployed, 'vercel.json'))));
  if (error !== null || routes === null) throw new Error(error?.message ?? 'vercel.json has no routes');
  const filesystem = routes.findIndex((route) => isHandler(route) && route.handle === 'filesystem');
  const phases = [routes.slice(0, filesystem), routes.slice(filesystem + 1)].map((phase) =>
    phase.filter((route): route is RouteWithSrc => !isHandler(route)),
  );
  const [before = [], after = []] = phases;
  const files = filesBelow(deployed);
  return (request, response) => {
    const headers = {};
    const outcome =
      follow(before, request, headers, files) ??
      existing(request, headers, files) ??
      follow(after, request, headers, files);
    if (outcome === undefined) response.writeHead(404, headers).end('no route and no file');
    else if (outcome.file === undefined) response.writeHead(outcome.status, headers).end();
    else send(response, outcome.status, outcome.file, headers);
  };
}

/** The routes of a phase in order: one that continues adds headers, one that checks counts only if its file exists. */
function follow(
  routes: readonly RouteWithSrc[],
  request: IncomingMessage,
  headers: Record<string, string>,
  files: ReadonlyMap<string, string>,
): Outcome | undefined {
  const { path, query } = partsOf(request);
  for (const route of routes) {
    const match = new RegExp(route.src, 'u').exec(path);
    const groups = match && conditionsOf(route, query);
    if (match === null || groups === undefined) continue;
    if (route.methods !== undefined && !route.methods.includes(request.method ?? '')) continue;
    const filled = (text: string) =>
      text.replaceAll(/\$(\w+)/gu, (_, name: string) => match[Number(name)] ?? groups?.[name] ?? '');
    for (const [name, value] of Object.entries(route.headers ?? {})) headers[name] = filled(value);
    if (route.continue === true) continue;
    const target = route.dest === undefined ? undefined : files.get(decodedPath(filled(route.dest)));
    if (route.check === true && target === undefined) continue;
    return { status: route.status ?? 200, file: target, headers };
  }
  return undefined;
}

/** The captures of the conditions on the query; undefined if one of them is not met. Values are matched whole. */
function conditionsOf(route: RouteWithSrc, query: URLSearchParams): Record<string, string> | undefined {
  const groups: Record<string, string> = {};
  const meets = (condition: NonNullable<RouteWithSrc['has']>[number]) => {
    if (condition.type !== 'query' || typeof condition.value !== 'string') throw new Error('an unknown condition');
    const value = query.get(condition.key);
    const match = value === null ? null : new RegExp(`^(?:${condition.value})$`, 'u').exec(value);
    Object.assign(groups, match?.groups);
    return match !== null;
  };
  const isMet = (route.has ?? []).every(meets) && !(route.missing ?? []).some(meets);
  return isMet ? groups : undefined;
}

/** A file at the path, or the page of a folder; the file server refuses other methods than reading. */
function existing(
  request: IncomingMessage,
  headers: Record<string, string>,
  files: ReadonlyMap<string, string>,
): Outcome | undefined {
  const path = decodedPath(partsOf(request).path);
  const file = files.get(path.endsWith('/') ? `${path}index.html` : path);
  if (file === undefined) return undefined;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return { status: reads ? 200 : 405, file: reads ? file : undefined, headers };
}

function partsOf({ url = '' }: IncomingMessage): { path: string; query: URLSearchParams } {
  const [path = '', query = ''] = url.split(/\?(.*)/su);
  return { path, query: new URLSearchParams(query) };
}
