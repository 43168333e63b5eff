// Listening: on the loopback interface only, at the first free port.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../options/parse.ts';

export const loopback = '127.0.0.1';

const maxPorts = 32;

/**
 * Listens on the first free port from `first` on and returns its number; throws a UsageError if there is none. Simply tries
 * each port: one that a check found free could be taken before the server listens.
 */
export async function listen(server: Server, first: number): Promise<number> {
  const last = Math.min(first + maxPorts - 1, 65_535);
  for (let port = first; port <= last; port += 1) {
    const code = await tryPort(server, port);
    const address = server.address();
    if (code === undefined && isAddress(address)) return address.port;
    if (code === 'EADDRINUSE') continue;
    throw new UsageError([`--port: cannot listen on ${loopback}:${port} (${code ?? 'no address'})`]);
  }
  throw new UsageError([`--port: none of the ports ${first} to ${last} is free on ${loopback}; choose another`]);
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
