// Published files: checks what is published beside the API, as far as a service has it, by the table that the builder reads.
import type { PublishedPath } from '../api/published-paths.ts';
import { interfaceVersion } from '../api/routes.ts';
import type { ListedProvider } from '../api/records.ts';
import { fieldOf } from '../catalog/source/record.ts';
import { buildPath } from '../outputs/catalog-metadata/declaration.ts';
import { coursePagesFolder } from '../outputs/shared/page-paths.ts';
import { dumpsFolder, dataPackagePath } from '../outputs/dumps/formats.ts';
import { allPublishedPaths } from '../outputs/declarations.ts';
import { checkPreflight } from './protocol.ts';
import { corsFault, exposedFault, faultUnless, foreignOrigin, mediaTypeOf } from './headers.ts';
import { describeResponse, isAnswered, parseBody, type VerifyRun } from './run.ts';
import type { ListedRecords } from './shapes.ts';

/** Requests each file with a fixed path, for the dumps that the data package names, and for the page of one course; compares counts. */
export async function checkPublishedFiles(
  run: VerifyRun,
  linkhash: string | undefined,
  providers: ListedRecords<ListedProvider>,
) {
  for (const published of allPublishedPaths) {
    const { path, kind, folders = [] } = published;
    const lists = kind === 'page' ? folders.filter((folder) => !folder.includes('{')) : [];
    const paths = path.includes('*') ? lists.map((folder) => `${folder}/`) : [path];
    for (const file of paths) await checkFile(run, file, published, false);
  }
  const dumps = allPublishedPaths.filter(({ kind }) => kind === 'dump');
  for (const path of await dumpPaths(run)) {
    const dump = dumps.find(({ path: pattern }) => path.endsWith(pattern.slice(pattern.indexOf('*') + 1)));
    if (dump) await checkFile(run, path, dump, true);
  }
  const pages = allPublishedPaths.find(({ path }) => path === `${coursePagesFolder}/*`);
  if (pages && linkhash !== undefined) await checkFile(run, `${coursePagesFolder}/${linkhash}/`, pages, false);
  if (providers.isComplete) await checkCounts(run, providers.records);
}

/** Compares what `build.json` counts with the provider list; another service may have another file of this name. */
async function checkCounts({ base, client, checks }: VerifyRun, providers: readonly ListedProvider[]): Promise<void> {
  const request = { method: 'GET', url: `${base}/${buildPath}` };
  const { status, body } = await client.send(request);
  const build = status === 200 ? parseBody(body) : undefined;
  if (fieldOf(build, 'interface') !== interfaceVersion) return;
  const stated = `${String(fieldOf(build, 'courses'))} courses of ${String(fieldOf(build, 'providers'))} providers`;
  const courses = providers.reduce((sum, { course_count }) => sum + course_count, 0);
  const counted = `${courses} courses of ${providers.length} providers`;
  const finding = `counts ${stated}, but the provider list has ${counted}: one of them is from another build`;
  checks.expectNone('formats', stated === counted ? [] : [finding], request, `${buildPath} `);
}

async function checkFile(run: VerifyRun, path: string, published: PublishedPath, isNamed: boolean): Promise<void> {
  const { kind, type, isCompressed } = published;
  const response = await run.client.send({
    method: 'HEAD',
    url: `${run.base}/${path}`,
    headers: { Origin: foreignOrigin },
  });
  if (!isAnswered(run, response)) return;
  const { request, status, headers } = response;
  // Some hosts answer with an error page and status 200 if a file is missing.
  const isThere = status === 200 && (kind === 'page' || mediaTypeOf(headers) !== 'text/html');
  if (!isThere) {
    if (isNamed) run.checks.expect('formats', false, request, describeResponse(response));
    return;
  }
  const [expected] = (kind === 'page' ? 'text/html' : (type ?? mediaTypeOf(headers))).split(';');
  const faults = [
    ...faultUnless(mediaTypeOf(headers) === expected, headers, 'Content-Type'),
    ...faultUnless(!isCompressed || !headers.has('content-encoding'), headers, 'Content-Encoding'),
    ...(kind === 'page' ? [] : corsFault(headers)),
  ];
  run.checks.expectNone('formats', faults, request, `${request.url}: `);
  if (kind !== 'dump') return;
  // Programs in web pages read parts of dumps.
  run.checks.expectNone('cors-headers', exposedFault(headers), request, `${request.url}: `);
  await checkPreflight(run, request.url);
}

/** The paths of the files that the data package describes; empty if there is no data package. */
async function dumpPaths({ base, client }: VerifyRun): Promise<string[]> {
  const { status, body } = await client.send({ method: 'GET', url: `${base}/${dataPackagePath}` });
  const resourceList = status === 200 ? fieldOf(parseBody(body), 'resources') : undefined;
  const resources: readonly unknown[] = Array.isArray(resourceList) ? resourceList : [];
  const paths = resources.map((resource) => fieldOf(resource, 'path'));
  return paths.flatMap((path) => (typeof path === 'string' ? [`${dumpsFolder}/${path}`] : []));
}
