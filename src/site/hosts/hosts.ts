// Hosts: every preset, in one table. `build`, `hosts`, `init` and the settings read it.
import type { Host } from './host.ts';
import { httpServer } from './http-server.ts';

/** A new host is a new row here and a file beside this one. Own servers come first, then hosted services. */
export const hosts = {
  'http-server': httpServer,
} as const satisfies Record<string, Host>;

export type HostName = keyof typeof hosts;

export const hostNames = Object.keys(hosts).filter((name): name is HostName => name in hosts);
