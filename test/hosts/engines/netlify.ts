// Netlify in a test: the vendor's engine for rules and its parser of headers, in the order that Netlify documents.
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { parseAllHeaders } from 'netlify-headers-parser';
import redirector from 'netlify-redirector';
import { decodedPath, filesBelow, send, type Deployment } from './hosted.ts';

/** A file at the path, with or without a trailing slash, precedes any rule; of the rules the first match counts. */
export async function netlifyHost({ deployed }: Deployment): Promise<RequestListener> {
  const rules = await redirector.parsePlain(readFileSync(join(deployed, '_redirects'), 'utf8'), {});
  const { headers: blocks, errors } = await parseAllHeaders({
    headersFiles: [join(deployed, '_headers')],
    minimal: false,
  });
  if (errors.length > 0) throw new AggregateError(errors, '_headers cannot be read');
  const files = filesBelow(deployed);
  return (request, response) => {
    const [rawPath = '', query = ''] = (request.url ?? '').split(/\?(.*)/su);
    const path = decodedPath(rawPath);
    const headers = Object.assign(
      {},
      ...blocks.filter(({ forRegExp }) => forRegExp.test(rawPath)).map(({ values }) => values),
    );
    const match = rules.match({
      scheme: 'http',
      host: 'example.org',
      path,
      query,
      getHeader: () => '',
      getCookie: () => '',
    });
    const own = path.endsWith('/')
      ? files.get(`${path}index.html`)
      : (files.get(path) ?? files.get(`${path}/index.html`));
    const target = files.get(decodedPath(match?.to ?? ''));
    if (own !== undefined && match?.force !== true) send(response, 200, own, headers);
    else if (match === null || target === undefined) send(response, 404, join(deployed, '404.html'), headers);
    else send(response, match.status, target, headers);
  };
}
