// Protocol: checks methods, headers, errors and queries at one address of each kind (specification 1.4, 1.5, 4.1, 4.5, 7).
import { allowedMethods } from '../api/http.ts';
import { addressOf, folderOf } from '../api/routes.ts';
import { fieldOf } from '../catalog/source/record.ts';
import { decoded } from '../http/addresses.ts';
import type { HttpResponse } from '../http/client.ts';
import { quoteText } from '../text/quote.ts';
import { parseUrl } from '../text/parse-url.ts';
import {
  allowFault,
  preflightFault,
  preflightHeaders,
  corsFault,
  exposedFault,
  foreignOrigin,
  tokensOf,
  typeFault,
  mediaTypeOf,
  varyFault,
} from './headers.ts';
import { coursesKeyIn } from './page.ts';
import { isAnswered, parseBody, describeResponse, bodyStart, type VerifyRun } from './run.ts';
import type { WalkedList } from './walked-list.ts';

const otherMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Checks the other methods, the headers and the trailing slash of an address that answers GET. */
export async function checkProtocol(run: VerifyRun, url: string): Promise<void> {
  const { client, checks } = run;
  const get = await client.send({ method: 'GET', url, headers: { Origin: foreignOrigin } });
  if (!isAnswered(run, get) || get.status !== 200) return;
  checks.expectNone('cors', corsFault(get.headers), get.request);
  checks.expectNone('cors-headers', exposedFault(get.headers), get.request);
  await checkHead(run, url, get);
  await checkLastSlash(run, url);
  const options = await client.send({ method: 'OPTIONS', url });
  // Without knowing what the service permits, it is not safe to send other methods.
  if (!isAnswered(run, options)) return;
  await checkPreflight(run, url);
  const isDone = options.status === 200 || options.status === 204;
  const faults = isDone
    ? allowFault(options.headers).map((fault) => `${fault}, not ${allowedMethods}`)
    : [describeResponse(options)];
  checks.expectNone('options', faults, options.request, 'OPTIONS: ');
  const permitted = new Set([...tokensOf(get.headers.get('allow')), ...tokensOf(options.headers.get('allow'))]);
  for (const method of otherMethods) await checkRefusal(run, get, method, permitted.has(method));
}

/** Checks that a web page of another origin may send headers of its own, for which its browser asks by OPTIONS. */
export async function checkPreflight(run: VerifyRun, url: string): Promise<void> {
  const response = await run.client.send({
    method: 'OPTIONS',
    url,
    headers: {
      Origin: foreignOrigin,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': preflightHeaders.join(','),
    },
  });
  if (!isAnswered(run, response)) return;
  const { status, headers, request } = response;
  const faults = status >= 200 && status < 300 ? preflightFault(headers) : [describeResponse(response)];
  run.checks.expectNone('cors-headers', faults, request, 'OPTIONS: ');
}

/** Checks that HEAD has the same headers as GET, as far as clients depend on them. */
async function checkHead(run: VerifyRun, url: string, get: HttpResponse): Promise<void> {
  const head = await run.client.send({ method: 'HEAD', url });
  if (!isAnswered(run, head)) return;
  const { request, status, headers } = head;
  const types = differenceOf('Content-Type', mediaTypeOf(headers), mediaTypeOf(get.headers));
  const faults = status === 200 ? [...types, ...lengthFault(headers, get.headers)] : [describeResponse(head)];
  run.checks.expectNone('head', faults, request, 'HEAD: ');
  if (status !== 200) return;
  run.checks.expectNone('vary', varyFault(headers), request, 'HEAD: ');
  run.checks.expectNone('allow', allowFault(headers), request, 'HEAD: ');
}

/** Compares lengths only if both are present and of the same encoding. */
function lengthFault(head: Headers, get: Headers): string[] {
  const [length, expected] = [head.get('content-length'), get.get('content-length')];
  if (length === null || expected === null) return [];
  if (head.get('content-encoding') !== get.get('content-encoding')) return [];
  return differenceOf('Content-Length', length, expected);
}

function differenceOf(name: string, actual: string, expected: string): string[] {
  return actual === expected ? [] : [`${name} is ${quoteText(actual)}, but ${quoteText(expected)} for GET`];
}

/** Checks an unknown address of each kind. `categories` and `providers` are the ids in use. */
export async function checkUnknown(run: VerifyRun, categories: ReadonlySet<number>, providers: ReadonlySet<number>) {
  const addresses = [
    addressOf(run.base, 'category', unusedId(categories)),
    addressOf(run.base, 'provider', unusedId(providers)),
    addressOf(run.base, 'language', 'No such language'),
    addressOf(run.base, 'course', '0'.repeat(32)),
  ];
  for (const url of addresses) {
    const response = await run.client.send({ method: 'GET', url });
    if (!isAnswered(run, response)) continue;
    // The specification does not rule out an empty list: a service may filter by the unknown value and find nothing.
    const isEmptyList = response.status === 200 && fieldOf(parseBody(response.body), 'count') === 0;
    if (!isEmptyList) {
      // Some object stores answer 403 for missing objects.
      const isClientError = response.status >= 400 && response.status < 500;
      const isRefused = run.checks.expect('unknown', isClientError, response.request, describeResponse(response));
      if (!isRefused) continue;
    }
    const faults = response.status === 404 ? detailFaults(response) : [describeResponse(response)];
    run.checks.expectNone('unknown-body', faults, response.request);
  }
}

/** An unused id that fits into the integers of any service. */
function unusedId(used: ReadonlySet<number>): string {
  let id = 999_983;
  while (used.has(id)) id += 1;
  return String(id);
}

/** Checks that a method is refused. A method that the service permits is not sent: it might have an effect. */
async function checkRefusal(run: VerifyRun, get: HttpResponse, method: string, isPermitted: boolean): Promise<void> {
  const { client, checks } = run;
  const { url } = get.request;
  const request = { method, url };
  if (isPermitted) {
    checks.expect('methods', false, { method: 'OPTIONS', url }, `Allow of ${url} includes ${method}`);
    return;
  }
  const response = await client.send(request);
  if (!isAnswered(run, response)) return;
  const { status, headers } = response;
  // Some static hosts ignore the method and send the file, without any effect.
  const isFile = status === 200 && Buffer.compare(response.body, get.body) === 0;
  const isAccepted = status >= 200 && status < 300 && !isFile;
  if (!checks.expect('read-only', !isAccepted, request, `${method}: ${describeResponse(response)}`)) return;
  const otherStatus = status === 405 ? undefined : [describeResponse(response)];
  checks.expectNone('methods', otherStatus ?? allowFault(headers), request, `${method}: `);
  checks.expectNone('methods-body', otherStatus ?? detailFaults(response), request, `${method}: `);
}

async function checkLastSlash(run: VerifyRun, url: string): Promise<void> {
  const response = await run.client.send({ method: 'GET', url: url.replace(/\/$/u, '') });
  if (!isAnswered(run, response)) return;
  const location = response.headers.get('location');
  const isRedirect = [301, 302, 307, 308].includes(response.status) && location !== null;
  const leads = isRedirect && decoded(parseUrl(location, url.slice(0, -1))?.href ?? '') === decoded(url);
  run.checks.expect('last-slash', leads, response.request, describeResponse(response));
}

/** Checks the address of a language with every byte of its name percent-encoded in lower case, which is equivalent. */
export async function checkEncodedName(run: VerifyRun, name: string): Promise<void> {
  const bytes = [...new TextEncoder().encode(name)];
  const encoded = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const response = await run.client.send({ method: 'GET', url: `${run.base}/${folderOf('language', encoded)}/` });
  if (!isAnswered(run, response)) return;
  run.checks.expect('encoded-names', response.status === 200, response.request, describeResponse(response));
}

function detailFaults({ headers, body }: HttpResponse): string[] {
  const hasDetail = typeof fieldOf(parseBody(body), 'detail') === 'string';
  return [...typeFault(headers), ...(hasDetail ? [] : [`the body is ${bodyStart(body)}`])];
}

/** Compares the pages that `?page=` returns with those that were walked (specification 4.1). */
export async function checkPageQuery(run: VerifyRun, walked: WalkedList): Promise<void> {
  const { client, checks } = run;
  const { address, firstKeys, last, hasNext, isComplete } = walked;
  // A list that could not be walked breaks another rule.
  const isPromised = isComplete && walked.nextForm === 'query';
  for (const page of hasNext ? [1, 2] : [1]) {
    const response = await client.send({ method: 'GET', url: `${address}?page=${page}` });
    if (!isAnswered(run, response)) continue;
    const courses = coursesKeyIn(response);
    // If the walk did not reach page 2, the page must at least differ from page 1.
    const isRight =
      courses !== undefined && (page === 1 || courses !== firstKeys[0]) && courses === (firstKeys[page - 1] ?? courses);
    const finding =
      response.status === 200
        ? `${response.request.url} has other courses than page ${page}`
        : describeResponse(response);
    if (isPromised) checks.expect('page-number', isRight, response.request, finding);
    if (isRight || !isPromised) checks.expect('page-query', isRight, response.request, finding);
  }
  for (const page of ['0', 'abc', ...(isComplete ? [String(last + 1)] : [])]) {
    const response = await client.send({ method: 'GET', url: `${address}?page=${page}` });
    if (!isAnswered(run, response)) continue;
    checks.expect('page-unknown', response.status === 404, response.request, describeResponse(response));
  }
}
