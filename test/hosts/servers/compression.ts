// Probes of dynamic compression: of the API, and of the site around it.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cacheControl, contentType } from '../../../src/api/http.ts';
import { apiRoot, folderOf, pagesFolder } from '../../../src/api/routes.ts';
import { siteFilesIn } from '../build-for.ts';
import { brokenAnswers, prefixOf, probeAt, type Answer, type Probe, type Target } from '../probes.ts';
import { found, keptFor, packed } from '../site-probes.ts';
import { ask, type Response } from './ask.ts';
import { accepting, bothVaries } from './conditional.ts';
import { encodePath, listsOf } from './lists.ts';

/** Minimum size in bytes of a file that is worth compressing. */
const worth = 1024;

/** The resource at an address without compression. */
interface Resource {
  /** Below the path of the base URL, percent-encoded. */
  readonly path: string;
  readonly file: string;
  readonly answer: Answer;
}

/** How a server compresses. */
export interface Compressing {
  /** The minimum size in bytes that it compresses. */
  readonly least: number;
  /** Whether its responses to HEAD have the headers of those to GET. */
  readonly ofHead: boolean;
}

/** The faults of the site around the API, for clients with and without gzip. */
export async function brokenSiteCompression(target: Target, { ofHead }: Compressing): Promise<string[]> {
  const files = siteFilesIn(target.dist).filter((file) => sizeOf(target, file) >= worth && !packed.test(file));
  if (files.length < 6) throw new Error(`${target.dist} has too few files that are worth compressing`);
  return brokenCompression(
    target,
    files.map((file) => ({
      path: `/${encodePath(file).replace(/index\.html$/u, '')}`,
      file,
      answer: found(target.dist, file, keptFor(file)),
    })),
    ofHead,
  );
}

/** The same for the API of a build without compressed files. */
export async function brokenApiCompression(target: Target, { least, ofHead }: Compressing): Promise<string[]> {
  const resources = apiResources(target);
  const isWorth = ({ file }: Resource) => sizeOf(target, file) >= least;
  const small = resources.filter((one) => !isWorth(one));
  if (least > 0 && small.length === 0) throw new Error(`${target.dist} has no file that is not worth compressing`);
  const plain = small.map(({ path, answer }) =>
    probeAt(target, path, { ...answer, headers: { ...answer.headers, 'content-encoding': '' } }, accepting('gzip')),
  );
  return [
    ...(await brokenCompression(target, resources.filter(isWorth), ofHead)),
    ...(await brokenAnswers(target.baseUrl, plain)),
  ];
}

/** An address of each kind, and both forms of a page. */
function apiResources({ dist, indexFile }: Target): Resource[] {
  const [longest] = listsOf(dist);
  if (longest === undefined) throw new Error(`${dist} has no lists`);
  const list = longest.path.slice(1);
  const resource = (path: string, folder: string): Resource => {
    const kept = folder.startsWith(folderOf('course').replace(/\/$/u, '')) ? cacheControl.courses : cacheControl.lists;
    const answer = found(dist, `${folder}/${indexFile}`, kept);
    const headers = { ...answer.headers, 'content-type': contentType, vary: bothVaries };
    return { path, file: `${folder}/${indexFile}`, answer: { ...answer, headers } };
  };
  const page = `${list}${pagesFolder}/2`;
  return [
    ...[apiRoot, folderOf('providers'), folderOf('latest'), page].map((folder) =>
      resource(`/${encodePath(folder)}/`, folder),
    ),
    resource(`/${encodePath(list)}?page=2`, page),
  ];
}

async function brokenCompression(target: Target, resources: readonly Resource[], ofHead: boolean): Promise<string[]> {
  const broken: string[] = [];
  for (const resource of resources) {
    const probes = await probesOf(target, resource, ofHead);
    broken.push(...(await brokenAnswers(target.baseUrl, probes)), ...(await brokenForms(target, resource)));
  }
  return broken;
}

async function probesOf(target: Target, { path, file, answer }: Resource, ofHead: boolean): Promise<Probe[]> {
  if (existsSync(join(target.dist, `${file}.gz`))) throw new Error(`${file} has a compressed file beside it`);
  const first = await askFor(target, path, 'gzip');
  const tag = first.headers.get('etag') ?? 'none';
  const { headers: usual = {}, ...rest } = answer;
  const vary = usual['vary'] ?? /\bAccept(?!-)/u;
  const compressed = { vary: bothVaries, 'content-encoding': 'gzip' };
  const plain = { vary, 'content-encoding': '' };
  const form = (changed: Answer['headers']): Answer => ({ ...rest, headers: { ...usual, ...changed } });
  const ofGet = { ...usual, ...(ofHead ? compressed : plain) };
  const length = String(ofHead ? first.body.length : sizeOf(target, file));
  return [
    ...['gzip', 'deflate;q=0.5, gzip;q=0.8'].map((accepted) =>
      probeAt(target, path, form(compressed), accepting(accepted)),
    ),
    ...['identity', 'br', 'gzip;q=0', 'gzip; q=0.000, identity'].map((accepted) =>
      probeAt(target, path, form(plain), accepting(accepted)),
    ),
    probeAt(
      target,
      path,
      { status: [304], bodies: [''], headers: { vary } },
      accepting('gzip', { 'if-none-match': tag }),
    ),
    probeAt(
      target,
      path,
      ['', length].map((one) => ({ status: [200], headers: { ...ofGet, 'content-length': one } })),
      { method: 'HEAD', ...accepting('gzip') },
    ),
  ];
}

/** The two forms of a response: one is smaller, and no strong ETag declares them identical. */
async function brokenForms(target: Target, { path }: Resource): Promise<string[]> {
  const compressed = await askFor(target, path, 'gzip');
  const plain = await askFor(target, path);
  const [tag = '', other = ''] = [compressed, plain].map(({ headers }) => headers.get('etag'));
  const isDistinct = tag !== '' && other !== '' && (tag !== other || tag.startsWith('W/'));
  return [
    ...(compressed.body.length < plain.body.length ? [] : [`${path}: ${compressed.body.length} bytes compressed`]),
    ...(isDistinct ? [] : [`${path}: the tag of both forms is ${tag}`]),
  ];
}

async function askFor({ baseUrl }: Target, path: string, accepted?: string): Promise<Response> {
  return ask(baseUrl, { path: `${prefixOf(baseUrl)}${path}`, ...(accepted !== undefined && accepting(accepted)) });
}

function sizeOf({ dist }: Target, file: string): number {
  return statSync(join(dist, file)).size;
}
