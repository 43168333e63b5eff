// The part of the worker for Cloudflare Pages that reads responses from packs.
import { packKeyDigits, packsFolder, startsPath } from '../api/packs.ts';
import { apiRoot, folderOf, pageSegment } from '../api/routes.ts';

/**
 * The text of a function `packed`, which answers like the asset server would if each response were a file. Uses the function
 * `asset` of the worker.
 */
export function packReaderText(): string {
  const views = `/${folderOf('course')}`;
  const path = (file: string) => JSON.stringify(`/${file}`);
  return `// The response of a folder, from the pack whose keys include its own.
async function packed(folder, request, env) {
  const name = nameOf(folder);
  if (name === undefined) return new Response(null, { status: 404 });
  const isView = /^[0-9a-f]{32}$/.test(name);
  const kind = isView ? 'views' : 'other';
  const reading = new Request(request.url);
  const starts = await (await asset(isView ? ${path(startsPath('views'))} : ${path(startsPath('other'))}, reading, env)).json();
  const key = (isView ? name : await digest(new TextEncoder().encode(name))).slice(0, ${packKeyDigits});
  const start = starts.findLast((first) => first <= key);
  const pack = start && (await asset(${path(`${packsFolder}/`)} + kind + '-' + start + '.pack', reading, env));
  if (!pack || pack.status !== 200) return new Response(null, { status: 404 });
  const bytes = new Uint8Array(await pack.arrayBuffer());
  const end = bytes.indexOf(10);
  const index = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  if (!Object.hasOwn(index, name)) return new Response(null, { status: 404 });
  const [offset, length] = index[name];
  const body = bytes.subarray(end + 1 + offset, end + 1 + offset + length);
  const headers = new Headers(pack.headers);
  headers.delete('Content-Length');
  headers.set('ETag', '"' + (await digest(body)).slice(0, 32) + '"');
  const known = request.headers.get('If-None-Match') ?? '';
  const isKnown = known.split(',').some((tag) => ['*', headers.get('ETag')].includes(tag.trim().replace(/^W\\//, '')));
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
}

// The name of a folder in its pack; undefined if no folder can be called that. Page 1 of a list is the list itself.
function nameOf(folder) {
  let path;
  try {
    path = decodeURIComponent(folder).slice(0, -1);
  } catch {
    return undefined;
  }
  if (path.startsWith(${JSON.stringify(views)})) {
    const linkhash = path.slice(${views.length});
    return /^[0-9a-f]{32}$/.test(linkhash) ? linkhash : undefined;
  }
  return path.slice(${apiRoot.length + 2}).replace(/\\/${pageSegment}\\/1$/, '');
}

async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}`;
}
