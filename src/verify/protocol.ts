// Protocol: methods, headers and refusals at one address of each kind (specification 1.4, 1.5, 4.5, 7).
import { allow } from '../api/http.ts';
import { addressOf } from '../api/routes.ts';
import { quoteText } from '../problems.ts';
import type { Answer } from './client.ts';
import { allowFault, shown, tokensOf, typeOf } from './headers.ts';
import { isAnswered, parseJson, saidBy, startOf, type Run } from './run.ts';

const origin = 'https://reader.example';
const otherMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Holds an address that answers GET against the rules of the other methods, of headers and of its last slash. */
export async function holdProtocol(run: Run, url: string): Promise<void> {
  const { client, findings } = run;
  const get = await client.send({ method: 'GET', url, headers: { Origin: origin } });
  if (get.status !== 200) return;
  const readers = get.headers.get('access-control-allow-origin');
  findings.expect('cors', readers === '*' || readers === origin, get.request, () => {
    return `Access-Control-Allow-Origin is ${shown(readers)}`;
  });
  const head = await client.send({ method: 'HEAD', url });
  findings.expect('head', head.status === 200 && typeOf(head.headers) === typeOf(get.headers), head.request, () => {
    return head.status === 200 ? `HEAD has the type ${quoteText(typeOf(head.headers))}` : `HEAD: ${saidBy(head)}`;
  });
  const options = await client.send({ method: 'OPTIONS', url });
  findings.faults('options', optionsFaults(options), options.request);
  const permitted = new Set([...tokensOf(get.headers.get('allow')), ...tokensOf(options.headers.get('allow'))]);
  for (const method of otherMethods) await holdRefusal(run, url, method, permitted.has(method));
  await holdSlash(run, url);
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
async function holdRefusal(
  { client, findings }: Run,
  url: string,
  method: string,
  isPermitted: boolean,
): Promise<void> {
  const request = { method, url };
  if (isPermitted) {
    findings.expect('methods', false, { method: 'OPTIONS', url }, () => `Allow of ${url} names ${method}`);
    return;
  }
  const answer = await client.send(request);
  const isRefused = answer.status === 405;
  const [faults, bodyFaults] = isRefused
    ? [allowFault(answer.headers), detailFaults(answer)]
    : [[saidBy(answer)], [saidBy(answer)]];
  findings.expect('methods', faults.length === 0, request, () => `${method}: ${faults.join('; ')}`);
  findings.expect('methods-body', bodyFaults.length === 0, request, () => `${method}: ${bodyFaults.join('; ')}`);
}

async function holdSlash({ client, findings }: Run, url: string): Promise<void> {
  const answer = await client.send({ method: 'GET', url: url.replace(/\/$/u, '') });
  const location = answer.headers.get('location');
  const isRedirect = [301, 302, 307, 308].includes(answer.status) && location !== null;
  const leads =
    isRedirect &&
    URL.canParse(location, url.slice(0, -1)) &&
    new URL(location, url.slice(0, -1)).href === new URL(url).href;
  findings.expect('last-slash', leads, answer.request, () => saidBy(answer));
}

/** A language name in the least usual of its encodings that mean the same. */
export async function holdEncodedName(run: Run, name: string): Promise<void> {
  const bytes = [...new TextEncoder().encode(name)];
  const encoded = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const url = addressOf(run.base, 'language', name).replace(encodeURIComponent(name), () => encoded);
  const answer = await run.client.send({ method: 'GET', url });
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
  const type = typeOf(headers);
  const typeFault = type === 'application/json' ? [] : [`the type is ${quoteText(type)}`];
  return hasDetail ? typeFault : [...typeFault, `the body is ${startOf(body)}`];
}

function isEmptyList({ status, body }: Answer): boolean {
  const value = status === 200 ? parseJson(body) : undefined;
  return typeof value === 'object' && value !== null && 'count' in value && value.count === 0;
}
