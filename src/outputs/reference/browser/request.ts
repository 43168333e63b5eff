// Code samples for a request that was sent from the page.
import type { Sample } from './document.ts';

/** Samples for a request object of Swagger UI; none for anything else. */
export function samplesOfRequest(request: unknown): Sample[] {
  if (!hasGet(request)) return [];
  const [address, sentBy] = [request.get('url'), request.get('method')];
  if (typeof address !== 'string' || typeof sentBy !== 'string') return [];
  const url = new URL(address, location.href).href;
  const method = sentBy.toUpperCase();
  return [
    { lang: 'Shell', label: 'curl', source: curl(url, method) },
    { lang: 'JavaScript', label: 'JavaScript', source: javascript(url, method) },
    { lang: 'Python', label: 'Python', source: python(url, method) },
  ];
}

function hasGet(value: unknown): value is { get: (name: string) => unknown } {
  return typeof value === 'object' && value !== null && 'get' in value && typeof value.get === 'function';
}

function curl(url: string, method: string): string {
  const options = { GET: '', HEAD: '--head ' }[method] ?? `--include --request ${method} `;
  return `curl ${options}'${url.replaceAll("'", '%27')}'`;
}

function javascript(url: string, method: string): string {
  const text = JSON.stringify(url);
  return method === 'GET'
    ? `const response = await fetch(${text});\nconsole.log(response.status, await response.json());`
    : `const response = await fetch(${text}, { method: '${method}' });\nconsole.log(response.status, [...response.headers]);`;
}

function python(url: string, method: string): string {
  const text = JSON.stringify(url);
  return method === 'GET'
    ? `import json\nfrom urllib.request import urlopen\n\nwith urlopen(${text}) as response:\n    print(response.status, json.load(response))`
    : `from urllib.request import Request, urlopen\n\nwith urlopen(Request(${text}, method='${method}')) as response:\n    print(response.status, response.headers)`;
}
