// Owns a server that compresses what another one sends, as hosts do and the preview does not.
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';

/** Serves at a port what the site at an address has, compressed by gzip, until the function is called that it returns. */
export async function openCompressed(site: string, port: number): Promise<() => void> {
  const server = createServer((request, response) => {
    const send = async () => {
      const answer = await fetch(site + (request.url ?? '/'), { redirect: 'manual' });
      const body = gzipSync(Buffer.from(await answer.arrayBuffer()));
      const headers: OutgoingHttpHeaders = Object.fromEntries(answer.headers);
      delete headers['transfer-encoding'];
      response.writeHead(answer.status, { ...headers, 'content-encoding': 'gzip', 'content-length': body.length });
      response.end(body);
    };
    send().catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
