// Listening: on the loopback interface only, at the first free port.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { errorCode, messageOf } from '../errors.ts';
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
    try {
      await once(server.listen(port, loopback), 'listening');
      return port;
    } catch (error) {
      if (errorCode(error) === 'EADDRINUSE') continue;
      throw new UsageError([`--port: cannot listen on ${loopback}:${port} (${errorCode(error) ?? messageOf(error)})`]);
    }
  }
  throw new UsageError([`--port: none of the ports ${first} to ${last} is free on ${loopback}; choose another`]);
}
