// Shared by test files during a run: a folder, and programs that start on first request and stop at the end.
import { chmodSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import fs from 'fs-extra';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { startChromium } from '../browser/program.ts';
import { makeFolder, removeFolder } from './folders.ts';
import { nginxServer, start } from '../hosts/servers/server.ts';
import { listen } from './ports.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An empty folder, removed after the run. */
    sharedFolder: string;
    /** The address that starts programs. */
    services: string;
  }
}

interface Service {
  /** Where a client connects; empty for a server whose port the client chose. */
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

const serviceRequest = z.union([
  z.object({ program: z.literal('chromium') }),
  z.object({
    program: z.literal('nginx'),
    site: z.object({ root: z.string(), prefix: z.string(), port: z.number() }),
    scratch: z.string(),
  }),
]);

/** Which program to start, and with what. */
export type ServiceRequest = z.infer<typeof serviceRequest>;

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeFolder();
  // Servers started by root read files as another user.
  chmodSync(folder, 0o755);
  const running = new Set<Service>();
  let chromium: Promise<Service> | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const wanted = serviceRequest.parse(await json(request));
      const service = await (wanted.program === 'chromium' ? (chromium ??= startChromium()) : startNginx(wanted));
      running.add(service);
      response.end(service.endpoint);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  };
  const { url, close } = await listen(createServer((request, response) => void answer(request, response)));
  project.provide('sharedFolder', folder);
  project.provide('services', url);
  // In watch mode the tests run again after an edit: results from before it are out of date.
  project.onTestsRerun(() => fs.emptyDirSync(folder));
  return async () => {
    await close();
    await Promise.all(Array.from(running, (service) => service.stop()));
    removeFolder(folder);
  };
}

async function startNginx({ site, scratch }: Extract<ServiceRequest, { program: 'nginx' }>): Promise<Service> {
  return { endpoint: '', ...(await start(nginxServer, [site], scratch)) };
}
