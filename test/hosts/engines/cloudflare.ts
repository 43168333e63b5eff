// Cloudflare Pages in a test: the vendor's asset server; the worker of the build runs in Node.js, which has the same Request and Response.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { extname, join } from 'node:path';
import { generateHandler } from '@cloudflare/pages-shared/dist/asset-server/handler.js';
import { z } from 'zod';
import { filesBelow, typeOf, type Deployment } from './hosted.ts';

type Fetch = (request: Request) => Promise<Response>;
type Worker = (request: Request, env: { readonly ASSETS: { readonly fetch: Fetch } }) => Promise<Response>;

/** Files that configure Pages, which it does not serve. */
const configuration = new Set(['/_headers', '/_redirects', '/_routes.json', '/_worker.js']);

/** The worker answers the paths that `_routes.json` includes, if the build has one; the asset server answers all others. */
export async function cloudflareHost({ deployed }: Deployment): Promise<RequestListener> {
  const assets = assetServer(deployed);
  const worker = await workerIn(deployed);
  const answerTo: Fetch = async (request) => {
    const isForWorker = worker?.include.test(new URL(request.url).pathname) === true;
    return isForWorker ? worker.fetch(request, { ASSETS: { fetch: assets } }) : assets(request);
  };
  return async (request, response) => {
    try {
      const answer = await answerTo(requestOf(request));
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(request.method === 'HEAD' ? undefined : body);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  };
}

function requestOf({ method = '', url = '', headers, headersDistinct }: IncomingMessage): Request {
  const values = Object.entries(headersDistinct).flatMap(([name, all = []]) =>
    all.map((value): [string, string] => [name, value]),
  );
  return new Request(`http://${headers.host}${url}`, { method, headers: values });
}

function assetServer(deployed: string): Fetch {
  const files = [...filesBelow(deployed)].filter(([path]) => !configuration.has(path));
  // Files with the same bytes may differ in their type.
  const keys = new Map(
    files.map(([path, file]) => [
      path,
      hash('sha256', Buffer.concat([readFileSync(file), Buffer.from(extname(file))])),
    ]),
  );
  const byKey = new Map(files.map(([path, file]) => [keys.get(path), file]));
  const read = (name: string) => (existsSync(join(deployed, name)) ? readFileSync(join(deployed, name), 'utf8') : '');
  const metadata = { redirects: redirectsIn(read('_redirects')), headers: headersIn(read('_headers')) };
  return async (request) =>
    generateHandler({
      request,
      metadata,
      logError: (error) => {
        throw error;
      },
      findAssetEntryForPath: async (path) => keys.get(path) ?? null,
      getAssetKey: (key) => key,
      negotiateContent: () => ({ encoding: null }),
      fetchAsset: async (key) => {
        const file = byKey.get(key) ?? '';
        return { body: new Blob([readFileSync(file)]).stream(), contentType: typeOf(file) };
      },
    });
}

/** The rules of `_redirects` as Pages stores them. Those before the first with a placeholder or an asterisk take precedence. */
function redirectsIn(text: string) {
  const lines = text.split('\n').filter((line) => line !== '');
  const rules = lines.map((line, index) => {
    const [from = '', to = '', status] = line.split(' ');
    return [from, { to, status: Number(status), lineNumber: index + 1 }] as const;
  });
  const dynamic = rules.findIndex(([from]) => /[:*]/u.test(from));
  const count = dynamic === -1 ? rules.length : dynamic;
  const [first, others] = [rules.slice(0, count), rules.slice(count)];
  return { version: 1, staticRules: Object.fromEntries(first), rules: Object.fromEntries(others) };
}

/** The rules of `_headers` as Pages stores them. */
function headersIn(text: string) {
  const rules: Record<string, { set: Record<string, string>; unset: string[] }> = {};
  let rule = { set: {} as Record<string, string>, unset: [] as string[] };
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, name = '', value = ''] = /^([\w-]+): (.*)$/u.exec(line) ?? [];
    if (line.startsWith('/')) rules[line] = rule = { set: {}, unset: [] };
    else if (line.startsWith('! ')) rule.unset.push(line.slice(2));
    else if (name !== '') rule.set[name] = value;
  }
  return { version: 2, rules };
}

const routes = z.strictObject({ version: z.literal(1), include: z.array(z.string()), exclude: z.tuple([]) });
const worker = z.object({ default: z.object({ fetch: z.custom<Worker>((value) => typeof value === 'function') }) });

/** The worker of a build, and the paths that it answers; undefined if it has none. */
async function workerIn(deployed: string) {
  if (!existsSync(join(deployed, '_worker.js'))) return undefined;
  const text = readFileSync(join(deployed, '_worker.js'), 'utf8');
  const { include } = routes.parse(JSON.parse(readFileSync(join(deployed, '_routes.json'), 'utf8')));
  const starts = include.map((rule) => rule.replace('*', ''));
  // As wrangler reads a rule: `/api/*` includes `/api`, and only the dot is no special character.
  const patterns = starts.map((start) => `^${start.replace(/\/$/u, '(?:/|$)').replaceAll('.', String.raw`\.`)}`);
  const module = worker.parse(await import(`data:text/javascript,${encodeURIComponent(text)}`));
  return { include: new RegExp(patterns.join('|'), 'u'), fetch: module.default.fetch };
}
