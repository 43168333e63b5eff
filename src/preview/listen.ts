// Listening: on this machine alone, at the first port that is free.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../values.ts';

export const loopback = '127.0.0.1';

const portsTried = 32;

/**
 * Listens on the first free port from `first` and answers its number; throws a UsageError where there is none. To ask
 * beforehand which are free would leave time for others to take one.
 */
export async function listen(server: Server, first: number): Promise<number> {
  const last = Math.min(first + portsTried - 1, 65_535);
  for (let port = first; port <= last; port += 1) {
    const code = await tryPort(server, port);
    const address = server.address();
    if (code === undefined && isAddress(address)) return address.port;
    if (code === 'EADDRINUSE') continue;
    throw new UsageError([`--port: this user may not listen on ${loopback}:${port} (${code ?? 'no address'})`]);
  }
  throw new UsageError([`--port: none of ${first} to ${last} is free on ${loopback}; name another`]);
}

function tryPort(server: Server, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const onError = (error: NodeJS.ErrnoException) => {
      server.off('listening', onListening);
      resolve(error.code ?? error.message);
    };
    const onListening = () => {
      server.off('error', onError);
      resolve(undefined);
    };
    server.once('error', onError);
    server.once('listening', onListening);
    server.listen(port, loopback);
  });
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
