// Protocol: checks methods, headers, errors and queries at one address of each kind (specification 1.4, 1.5, 4.1, 4.5, 7).
import { allowedMethods } from '../api/http.ts';
import { addressOf, folderOf } from '../api/routes.ts';
import { fieldOf } from '../catalog/reading.ts';
import { decoded } from '../client/addresses.ts';
import type { Answer } from '../client/client.ts';
import { quoteText } from '../text/quote.ts';
import { parseUrl } from '../text/urls.ts';
import { allowFault, corsFault, foreignOrigin, tokensOf, typeFault, mediaTypeOf, varyFault } from './headers.ts';
import { coursesKeyIn } from './page.ts';
import { isAnswered, parseBody, describeAnswer, bodyStart, type Run } from './run.ts';
import type { WalkedList } from './walked-list.ts';

const otherMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Checks the other methods, the headers and the trailing slash of an address that answers GET. */
export async function checkProtocol(run: Run, url: string): Promise<void> {
  const { client, checks } = run;
  const get = await client.send({ method: 'GET', url, headers: { Origin: foreignOrigin } });
  if (!isAnswered(run, get) || get.status !== 200) return;
  checks.expectNone('cors', corsFault(get.headers), get.request);
  await checkHead(run, url, get);
  await checkLastSlash(run, url);
  const options = await client.send({ method: 'OPTIONS', url });
  // Without knowing what the service permits, it is not safe to send other methods.
  if (!isAnswered(run, options)) return;
  const isDone = options.status === 200 || options.status === 204;
  const faults = isDone
    ? allowFault(options.headers).map((fault) => `${fault}, not ${allowedMethods}`)
    : [describeAnswer(options)];
  checks.expectNone('options', faults, options.request, 'OPTIONS: ');
  const permitted = new Set([...tokensOf(get.headers.get('allow')), ...tokensOf(options.headers.get('allow'))]);
  for (const method of otherMethods) await checkRefusal(run, get, method, permitted.has(method));
}

/** Checks that HEAD has the same headers as GET, as far as clients depend on them. */
async function checkHead(run: Run, url: string, get: Answer): Promise<void> {
  const head = await run.client.send({ method: 'HEAD', url });
  if (!isAnswered(run, head)) return;
  const { request, status, headers } = head;
  const types = differenceOf('Content-Type', mediaTypeOf(headers), mediaTypeOf(get.headers));
  const faults = status === 200 ? [...types, ...lengthFault(headers, get.headers)] : [describeAnswer(head)];
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
export async function checkUnknown(run: Run, categories: ReadonlySet<number>, providers: ReadonlySet<number>) {
  const addresses = [
    addressOf(run.base, 'category', unusedId(categories)),
    addressOf(run.base, 'provider', unusedId(providers)),
    addressOf(run.base, 'language', 'No such language'),
    addressOf(run.base, 'course', '0'.repeat(32)),
  ];
  for (const url of addresses) {
    const answer = await run.client.send({ method: 'GET', url });
    if (!isAnswered(run, answer)) continue;
    // The specification does not rule out an empty list: a service may filter by the unknown value and find nothing.
    const isEmptyList = answer.status === 200 && fieldOf(parseBody(answer.body), 'count') === 0;
    if (!isEmptyList) {
      // Some object stores answer 403 for missing objects.
      const isClientError = answer.status >= 400 && answer.status < 500;
      const isRefused = run.checks.expect('unknown', isClientError, answer.request, describeAnswer(answer));
      if (!isRefused) continue;
    }
    const faults = answer.status === 404 ? detailFaults(answer) : [describeAnswer(answer)];
    run.checks.expectNone('unknown-body', faults, answer.request);
  }
}

/** An unused id that fits into the integers of any service. */
function unusedId(used: ReadonlySet<number>): string {
  let id = 999_983;
  while (used.has(id)) id += 1;
  return String(id);
}

/** Checks that a method is refused. A method that the service permits is not sent: it might have an effect. */
async function checkRefusal(run: Run, get: Answer, method: string, isPermitted: boolean): Promise<void> {
  const { client, checks } = run;
  const { url } = get.request;
  const request = { method, url };
  if (isPermitted) {
    checks.expect('methods', false, { method: 'OPTIONS', url }, `Allow of ${url} includes ${method}`);
    return;
  }
  const answer = await client.send(request);
  if (!isAnswered(run, answer)) return;
  const { status, headers } = answer;
  // Some static hosts ignore the method and send the file, without any effect.
  const isFile = status === 200 && Buffer.compare(answer.body, get.body) === 0;
  const isAccepted = status >= 200 && status < 300 && !isFile;
  if (!checks.expect('read-only', !isAccepted, request, `${method}: ${describeAnswer(answer)}`)) return;
  const otherStatus = status === 405 ? undefined : [describeAnswer(answer)];
  checks.expectNone('methods', otherStatus ?? allowFault(headers), request, `${method}: `);
  checks.expectNone('methods-body', otherStatus ?? detailFaults(answer), request, `${method}: `);
}

async function checkLastSlash(run: Run, url: string): Promise<void> {
  const answer = await run.client.send({ method: 'GET', url: url.replace(/\/$/u, '') });
  if (!isAnswered(run, answer)) return;
  const location = answer.headers.get('location');
  const isRedirect = [301, 302, 307, 308].includes(answer.status) && location !== null;
  const leads = isRedirect && decoded(parseUrl(location, url.slice(0, -1))?.href ?? '') === decoded(url);
  run.checks.expect('last-slash', leads, answer.request, describeAnswer(answer));
}

/** Checks the address of a language with every byte of its name percent-encoded in lower case, which is equivalent. */
export async function checkEncodedName(run: Run, name: string): Promise<void> {
  const bytes = [...new TextEncoder().encode(name)];
  const encoded = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const answer = await run.client.send({ method: 'GET', url: `${run.base}/${folderOf('language', encoded)}/` });
  if (!isAnswered(run, answer)) return;
  run.checks.expect('encoded-names', answer.status === 200, answer.request, describeAnswer(answer));
}

function detailFaults({ headers, body }: Answer): string[] {
  const hasDetail = typeof fieldOf(parseBody(body), 'detail') === 'string';
  return [...typeFault(headers), ...(hasDetail ? [] : [`the body is ${bodyStart(body)}`])];
}

/** Compares the pages that `?page=` returns with those that were walked (specification 4.1). */
export async function checkPageQuery(run: Run, walked: WalkedList): Promise<void> {
  const { client, checks } = run;
  const { address, firstKeys, last, hasNext, isComplete } = walked;
  // A list that could not be walked breaks another rule.
  const isPromised = isComplete && walked.nextForm === 'query';
  for (const page of hasNext ? [1, 2] : [1]) {
    const answer = await client.send({ method: 'GET', url: `${address}?page=${page}` });
    if (!isAnswered(run, answer)) continue;
    const courses = coursesKeyIn(answer);
    // If the walk did not reach page 2, the page must at least differ from page 1.
    const isRight =
      courses !== undefined && (page === 1 || courses !== firstKeys[0]) && courses === (firstKeys[page - 1] ?? courses);
    const finding =
      answer.status === 200 ? `${answer.request.url} has other courses than page ${page}` : describeAnswer(answer);
    if (isPromised) checks.expect('page-number', isRight, answer.request, finding);
    if (isRight || !isPromised) checks.expect('page-query', isRight, answer.request, finding);
  }
  for (const page of ['0', 'abc', ...(isComplete ? [String(last + 1)] : [])]) {
    const answer = await client.send({ method: 'GET', url: `${address}?page=${page}` });
    if (!isAnswered(run, answer)) continue;
    checks.expect('page-unknown', answer.status === 404, answer.request, describeAnswer(answer));
  }
}
