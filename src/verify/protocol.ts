// Protocol: methods, headers and refusals at one address of each kind (specification 1.4, 1.5, 4.5, 7).
import { allow } from '../api/http.ts';
import { addressOf, folderOf } from '../api/routes.ts';
import { quoteText } from '../problems.ts';
import type { Answer } from './client.ts';
import { allowFault, shown, tokensOf, typeFault, typeOf, varyFault } from './headers.ts';
import { isAnswered, parseJson, saidBy, startOf, type Run } from './run.ts';

const origin = 'https://reader.example';
const otherMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Holds an address that answers GET against the rules of the other methods, of headers and of its last slash. */
export async function holdProtocol(run: Run, url: string): Promise<void> {
  const { client, findings } = run;
  const get = await client.send({ method: 'GET', url, headers: { Origin: origin } });
  if (!isAnswered(run, get) || get.status !== 200) return;
  const readers = get.headers.get('access-control-allow-origin');
  findings.expect('cors', readers === '*' || readers === origin, get.request, () => {
    return `Access-Control-Allow-Origin is ${shown(readers)}`;
  });
  await holdHead(run, url, get);
  await holdSlash(run, url);
  const options = await client.send({ method: 'OPTIONS', url });
  // Whoever does not say what is permitted is not tempted to do it.
  if (!isAnswered(run, options)) return;
  findings.faults('options', optionsFaults(options), options.request);
  const permitted = new Set([...tokensOf(get.headers.get('allow')), ...tokensOf(options.headers.get('allow'))]);
  for (const method of otherMethods) await holdRefusal(run, get, method, permitted.has(method));
}

/** The same headers as GET, as far as a reader goes by them. */
async function holdHead(run: Run, url: string, get: Answer): Promise<void> {
  const head = await run.client.send({ method: 'HEAD', url });
  if (!isAnswered(run, head)) return;
  const { request, status, headers } = head;
  const differences = [
    ...differenceOf('Content-Type', typeOf(headers), typeOf(get.headers)),
    ...lengthFault(headers, get.headers),
  ];
  const { findings } = run;
  findings.faults('head', status === 200 ? differences : [saidBy(head)], request, 'HEAD: ');
  if (status !== 200) return;
  findings.faults('vary', varyFault(headers), request, 'HEAD: ');
  findings.faults('allow', allowFault(headers), request, 'HEAD: ');
}

/** Lengths are of the encoded body, and either may be left out. */
function lengthFault(head: Headers, get: Headers): string[] {
  const [length, expected] = [head.get('content-length'), get.get('content-length')];
  if (length === null || expected === null) return [];
  if (head.get('content-encoding') !== get.get('content-encoding')) return [];
  return differenceOf('Content-Length', length, expected);
}

function differenceOf(name: string, found: string, expected: string): string[] {
  return found === expected ? [] : [`${name} is ${quoteText(found)}, and with GET ${quoteText(expected)}`];
}

/** Addresses of each kind that name nothing. `categories` and `providers` are the ids that name something. */
export async function holdUnknown(
  run: Run,
  { categories, providers }: { categories: ReadonlySet<number>; providers: ReadonlySet<number> },
): Promise<void> {
  const addresses = [
    addressOf(run.base, 'category', unusedId(categories)),
    addressOf(run.base, 'provider', unusedId(providers)),
    addressOf(run.base, 'language', 'No such language'),
    addressOf(run.base, 'course', '0'.repeat(32)),
  ];
  for (const url of addresses) {
    const answer = await run.client.send({ method: 'GET', url });
    if (!isAnswered(run, answer)) continue;
    // The specification is silent; a service may filter by what it does not know, and find nothing.
    if (!isEmptyList(answer)) {
      // Some object stores say 403 for what is not there.
      const isClientError = answer.status >= 400 && answer.status < 500;
      const isRefused = run.findings.expect('unknown', isClientError, answer.request, () => saidBy(answer));
      if (!isRefused) continue;
    }
    run.findings.faults(
      'unknown-body',
      answer.status === 404 ? detailFaults(answer) : [saidBy(answer)],
      answer.request,
    );
  }
}

/** Small enough for the integers of any service. */
function unusedId(used: ReadonlySet<number>): string {
  let id = 999_983;
  while (used.has(id)) id += 1;
  return String(id);
}

/** What a service says that it permits is not tried: it might do it. */
async function holdRefusal(run: Run, get: Answer, method: string, isPermitted: boolean): Promise<void> {
  const { client, findings } = run;
  const { url } = get.request;
  const request = { method, url };
  if (isPermitted) {
    findings.expect('methods', false, { method: 'OPTIONS', url }, () => `Allow of ${url} names ${method}`);
    return;
  }
  const answer = await client.send(request);
  if (!isAnswered(run, answer)) return;
  const { status, headers } = answer;
  // Some static hosts look at no method: they send the file, and have done nothing.
  const isFile = status === 200 && Buffer.compare(answer.body, get.body) === 0;
  const isTaken = status >= 200 && status < 300 && !isFile;
  if (!findings.expect('read-only', !isTaken, request, () => `${method}: ${saidBy(answer)}`)) return;
  const otherwise = status === 405 ? undefined : [saidBy(answer)];
  findings.faults('methods', otherwise ?? allowFault(headers), request, `${method}: `);
  findings.faults('methods-body', otherwise ?? detailFaults(answer), request, `${method}: `);
}

async function holdSlash(run: Run, url: string): Promise<void> {
  const answer = await run.client.send({ method: 'GET', url: url.replace(/\/$/u, '') });
  if (!isAnswered(run, answer)) return;
  const location = answer.headers.get('location');
  const isRedirect = [301, 302, 307, 308].includes(answer.status) && location !== null;
  const leads =
    isRedirect &&
    URL.canParse(location, url.slice(0, -1)) &&
    new URL(location, url.slice(0, -1)).href === new URL(url).href;
  run.findings.expect('last-slash', leads, answer.request, () => saidBy(answer));
}

/** A language name in the least usual of its encodings that mean the same. */
export async function holdEncodedName(run: Run, name: string): Promise<void> {
  const bytes = [...new TextEncoder().encode(name)];
  const encoded = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const answer = await run.client.send({ method: 'GET', url: `${run.base}/${folderOf('language', encoded)}/` });
  if (!isAnswered(run, answer)) return;
  run.findings.expect('encoded-names', answer.status === 200, answer.request, () => saidBy(answer));
}

function optionsFaults(answer: Answer): string[] {
  if (answer.status !== 200 && answer.status !== 204) return [`OPTIONS: ${saidBy(answer)}`];
  return allowFault(answer.headers).map((fault) => `OPTIONS: ${fault}, not ${allow}`);
}

function detailFaults({ headers, body }: Answer): string[] {
  const value = parseJson(body);
  const hasDetail =
    typeof value === 'object' && value !== null && 'detail' in value && typeof value.detail === 'string';
  return [...typeFault(headers), ...(hasDetail ? [] : [`the body is ${startOf(body)}`])];
}

function isEmptyList({ status, body }: Answer): boolean {
  const value = status === 200 ? parseJson(body) : undefined;
  return typeof value === 'object' && value !== null && 'count' in value && value.count === 0;
}
