// The preview: a build served on this machine as the specification has it, on a server of http-server's.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type StepRequest, type StepResponse } from 'http-server';
import { apiHeaders, contentType } from '../api/http.ts';
import { errorCode } from '../errors.ts';
import { answerTo, type Answer, type Question } from './answer.ts';
import { checkFolder } from './folder.ts';
import { listen, loopback } from './listen.ts';
import { sendFile } from './send.ts';
import { originForm } from './target.ts';

export interface PreviewOptions {
  /** The folder of a build. */
  readonly out: string;
  /** The first port to try; the next free one is taken. */
  readonly port: number;
}

/** A request that has been answered, or broken off. */
export interface PreviewRequest {
  readonly method: string;
  /** Path and query, as they were sent: visible ASCII, since all else is refused before. */
  readonly url: string;
  readonly status: number;
  /** That the body has in all. */
  readonly bytes: number;
  /** Whether all of them went out; not where the connection was broken off before. */
  readonly isWhole: boolean;
  readonly milliseconds: number;
}

export interface Preview {
  /** Without a last slash: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Ends at once, in the middle of responses too. */
  close(): Promise<void>;
}

/** A person sees the newest build, never a kept one. */
const cache = 'no-store';

/** Serves a build. Throws a ProblemsError where the folder holds none, a UsageError where no port is free. */
export async function openPreview(
  { out, port }: PreviewOptions,
  onRequest: (request: PreviewRequest) => void,
): Promise<Preview> {
  checkFolder(out);
  const { server } = createServer({
    root: out,
    headers: { ...apiHeaders },
    before: [(request, response) => void respond(out, url, request, response)],
  });
  server.prependListener('request', (request, response) => prepare(request, response, onRequest));
  const url = `http://${loopback}:${await listen(server, port)}`;
  return {
    url,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Goes before http-server's own work on a request. */
function prepare(
  request: IncomingMessage,
  response: ServerResponse,
  onRequest: (request: PreviewRequest) => void,
): void {
  const started = performance.now();
  const { method = '' } = request;
  const url = originForm(request.url ?? '');
  // It parses the target as an address, which throws for some.
  request.url = url;
  // It uses these, long gone from Node, which then warns on the terminal.
  for (const name of ['_headers', '_headerNames']) Object.defineProperty(response, name, { value: {}, writable: true });
  response.once('close', () => {
    const { statusCode: status, writableFinished: isWhole } = response;
    const bytes = method === 'HEAD' ? 0 : Number(response.getHeader('Content-Length') ?? 0);
    onRequest({ method, url, status, bytes, isWhole, milliseconds: performance.now() - started });
  });
}

async function respond(out: string, self: string, request: StepRequest, { response }: StepResponse): Promise<void> {
  request.destroy();
  const { method, url, headers } = request;
  const answer = answerOrRefuse(out, { method, url, origin: originOf(headers.host) ?? self });
  for (const [name, value = ''] of Object.entries(answer.headers)) response.setHeader(name, value);
  response.setHeader('Cache-Control', cache);
  if ('file' in answer) {
    await sendFile(answer.file, { method, headers }, response);
    return;
  }
  // It says so of every response.
  response.removeHeader('Accept-Ranges');
  response.writeHead(answer.status);
  response.end(answer.body);
}

function answerOrRefuse(out: string, question: Question): Answer {
  try {
    return answerTo(out, question);
  } catch (error) {
    return unreadable(error);
  }
}

/** The file is there and may not be read, or the disk fails; the server stays. */
function unreadable(error: unknown): Answer {
  const reason = errorCode(error) ?? String(error);
  const body = JSON.stringify({ detail: `Cannot be read: ${reason}.` });
  const headers = { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) };
  return { status: 500, headers, body };
}

/** The origin that a client on this machine, or at the other end of a tunnel to it, called; undefined for any other. */
function originOf(host: string | undefined): string | undefined {
  const isOwn = host !== undefined && /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/iu.test(host);
  return isOwn ? `http://${host}` : undefined;
}
