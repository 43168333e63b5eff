// The preview: serves a build on this machine as the specification requires. http-server sends the files.
import { create as createDomain } from 'node:domain';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { createServer, type FileRequest, type FileResponse } from 'http-server';
import { apiHeaders, contentType } from '../api/http.ts';
import { errorCode, messageOf, UsageError } from '../text/errors.ts';
import { responseTo, type ServedSite, type SiteResponse, type SiteRequest, type WholeResponse } from './response.ts';
import { binaryTypes } from './file-types.ts';
import { checkFolder } from './folder.ts';
import { originForm } from './request-target.ts';

interface PreviewOptions extends ServedSite {
  /** The first port to try; the next free one is taken. */
  readonly port: number;
  /** Milliseconds after which a connection without traffic is closed: a minute by default. */
  readonly idleTime?: number;
}

/** A request that was answered or aborted. */
export interface PreviewRequest {
  readonly method: string;
  /** Path and query as sent; always visible ASCII, because Node rejects anything else. */
  readonly url: string;
  readonly status: number;
  /** Length of the whole body. */
  readonly bytes: number;
  /** Whether the whole body was sent; false if the client disconnected before. */
  readonly isWhole: boolean;
  readonly milliseconds: number;
}

export type Preview = Awaited<ReturnType<typeof openPreview>>;

const loopback = '127.0.0.1';
const maxPorts = 32;
type OnRequest = (request: PreviewRequest) => void;

/** The browser must always show the newest build. */
const cache = 'no-store';

/** Serves a build. Throws a ProblemsError if the folder contains none, and a UsageError if no port is free. */
export async function openPreview(options: PreviewOptions, onRequest: OnRequest) {
  const { out, port, idleTime = 60_000 } = options;
  checkFolder(out);
  const { server } = createServer({
    root: out,
    cache: -1,
    showDir: 'false',
    autoIndex: 'false',
    mimetypes: binaryTypes,
    headers: { ...apiHeaders },
    before: [(request, response) => respond({ out }, url, request, response)],
  });
  server.prependListener('request', (request, response) => {
    // http-server would parse a target as it came, and throw.
    request.url = originForm(request.url ?? '');
    report(request, response, onRequest);
    // http-server reads both, of which Node 20 would warn: Node itself has no use for them.
    Object.defineProperties(response, { _headers: { value: {} }, _headerNames: { value: {} } });
  });
  server.setTimeout(idleTime);
  const url = `http://${loopback}:${await listen(server, port)}`;
  return {
    /** Without a trailing slash: `http://127.0.0.1:8080`. */
    url,
    /** Stops at once, even in the middle of a response. */
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Listens on the first free port from `first` on, or on any for 0, and returns its number; throws a UsageError if there is none. Simply tries
 * each port: one that a check found free could be taken before the server listens.
 */
async function listen(server: Server, first: number): Promise<number> {
  const last = Math.min(first + maxPorts - 1, 65_535);
  for (let port = first; port <= last; port += 1) {
    try {
      await once(server.listen(port, loopback), 'listening');
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : port;
    } catch (error) {
      if (errorCode(error) === 'EADDRINUSE') continue;
      throw new UsageError(`--port: cannot listen on ${loopback}:${port} (${errorCode(error) ?? messageOf(error)})`);
    }
  }
  throw new UsageError(`--port: none of the ports ${first} to ${last} is free on ${loopback}; choose another`);
}

/** Reports the request once its connection or its response is closed. */
function report(request: IncomingMessage, response: ServerResponse, onRequest: OnRequest): void {
  const started = performance.now();
  const { method = '', url = '' } = request;
  response.once('close', () => {
    const { statusCode: status, writableFinished: isWhole } = response;
    const bytes = method === 'HEAD' ? 0 : Number(response.getHeader('Content-Length') ?? 0);
    onRequest({ method, url, status, bytes, isWhole, milliseconds: performance.now() - started });
  });
}

function respond(site: ServedSite, self: string, request: FileRequest, file: FileResponse): void {
  request.buffer = false;
  const { response } = file;
  const { method = '', url = '', headers } = response.req;
  const answer = answerOrRefuse(site, { method, url, origin: originOf(headers.host) ?? self });
  if ('body' in answer) {
    send(response, answer);
    return;
  }
  request.url = `/${answer.path}`;
  // http-server knows one range with a first byte, for any method and before any condition: otherwise the whole file is sent.
  const isConditional = Object.keys(headers).some((name) => name.startsWith('if-'));
  if (method !== 'GET' || isConditional || !/^bytes=\d+-\d*$/u.test(headers.range ?? '')) delete headers.range;
  // After http-server, which takes the type from the name of the file.
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (status: number) => {
    if (status === 416) response.setHeader('Content-Range', `bytes */${answer.size}`);
    return (setHeaders(response, answer.headers), writeHead(status));
  };
  const fail = (error: unknown) => {
    // http-server answers a failure too, too late, and throws.
    if (response.writableEnded) return;
    response.writeHead = writeHead;
    if (response.headersSent) response.destroy();
    else send(response, unreadable(error));
  };
  file.once('pipe', (bytes) => endTogether(bytes, response, fail));
  // If the file is removed at this moment, http-server throws where only a domain can catch it.
  const domain = createDomain().on('error', fail);
  domain.run(() => file.emit('next'));
}

function setHeaders(response: ServerResponse, headers: SiteResponse['headers']): void {
  response.setHeaders(new Map(Object.entries({ ...apiHeaders, ...headers, 'Cache-Control': cache })));
}

/** Sends a response without http-server, and without the headers that it has set for a file. */
function send(response: ServerResponse, { status, headers, body }: WholeResponse): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  setHeaders(response, headers);
  response.writeHead(status).end(body);
}

/**
 * Ends the response with the last byte, since the client may not wait for the file to be closed, and closes the file with the response.
 * If the file cannot be read, `onError` answers before http-server.
 */
function endTogether(file: Readable, response: ServerResponse, onError: (error: unknown) => void): void {
  file.prependListener('error', onError);
  let left = Number(response.getHeader('Content-Length'));
  // A file of another length was replaced since that was taken: the client learns it by a closed connection.
  file.prependListener('data', (bytes: Buffer) => {
    left -= bytes.length;
    if (left < 0) response.destroy();
  });
  file.on('data', () => left === 0 && response.end());
  file.once('end', () => left === 0 || response.destroy());
  response.once('close', () => file.destroy());
}

/** The answer to a request. If a file cannot be read, the server says so, and keeps running. */
function answerOrRefuse(site: ServedSite, request: SiteRequest): SiteResponse {
  try {
    return responseTo(site, request);
  } catch (error) {
    return unreadable(error);
  }
}

function unreadable(error: unknown): WholeResponse {
  const body = JSON.stringify({ detail: `Cannot be read: ${errorCode(error) ?? messageOf(error)}.` });
  const headers = { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) };
  return { status: 500, headers, body };
}

/** The origin from the Host header of a client on this machine or at the end of a tunnel; undefined for any other host. */
function originOf(host: string | undefined): string | undefined {
  const isOwn = host !== undefined && /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/iu.test(host);
  return isOwn ? `http://${host}` : undefined;
}
