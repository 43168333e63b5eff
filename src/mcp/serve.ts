// Serves MCP: over the streams of the command, or over HTTP on the loopback, with pages of other sites kept out.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  type McpServer,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { errorCode, messageOf, UsageError } from '../text/errors.ts';

const loopback = '127.0.0.1';

/** Serves MCP over standard input and output, until it is closed. */
export const serveStreams = (open: () => McpServer) => serveStdio(open);

/** Serves MCP at `/mcp` of a port, until it is closed. Throws a UsageError if the port is not free. */
export async function serveHttp(port: number, open: () => McpServer) {
  const handler = createMcpHandler(open);
  const server = createServer((request, response) => void answer(request, response, handler.fetch));
  try {
    await once(server.listen(port, loopback), 'listening');
  } catch (error) {
    throw new UsageError(`--port: cannot listen on ${loopback}:${port} (${errorCode(error) ?? messageOf(error)})`);
  }
  return {
    url: `http://${loopback}:${port}/mcp`,
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, handler.close()]);
    },
  };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  try {
    const request = requestOf(incoming);
    const rejected =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins());
    const isOurs = new URL(request.url).pathname === '/mcp';
    const response = rejected ?? (isOurs ? await fetch(request) : new Response('', { status: 404 }));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body) await pipeline(Readable.fromWeb(response.body), outgoing);
    else outgoing.end();
  } catch (error) {
    // The client disconnected, or its request is invalid.
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(400).end(messageOf(error));
  }
}

function requestOf(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  const list = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(url, `http://${loopback}`), {
    method,
    headers: list,
    ...(hasBody && { body: Readable.toWeb(incoming), duplex: 'half' }),
  });
}
