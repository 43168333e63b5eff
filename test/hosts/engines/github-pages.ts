// GitHub Pages in a test, as its documents and its maintainers describe it: the response for a folder is its index file.
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { decodedPath, filesBelow, send, type Deployment } from './hosted.ts';

const shared = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'max-age=600', Vary: 'Accept-Encoding' };

/** The site of a project is below the project's name, and holds what was deployed. */
export async function githubPagesHost({ deployed, prefix }: Omit<Deployment, 'dist'>): Promise<RequestListener> {
  const files = filesBelow(deployed);
  const missing = join(deployed, '404.html');
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { 'Content-Type': 'text/html' }).end('<h1>405 Not Allowed</h1>');
      return;
    }
    const [rawPath = ''] = (request.url ?? '').split('?');
    const path = rawPath.startsWith(`${prefix}/`) ? decodedPath(rawPath.slice(prefix.length)) : '';
    const indexOf = (folder: string) => files.get(`${folder}index.html`) ?? files.get(`${folder}index.json`);
    const file = path.endsWith('/') ? indexOf(path) : files.get(path);
    if (file !== undefined) send(response, 200, file, shared);
    else if (indexOf(`${path}/`) !== undefined) response.writeHead(301, { ...shared, Location: `${rawPath}/` }).end();
    else send(response, 404, missing, shared);
  };
}
