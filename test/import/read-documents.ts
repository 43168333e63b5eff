// A process that reads the sources it is sent, one after another, and says what became of each, and what it took.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { ProblemsError } from '../../src/text/problems.ts';
import { readerOf, runImport } from './imported.ts';

export interface Asked {
  readonly path: string;
  /** `read` as what it is; or imported, as a file or from an address. */
  readonly how: 'read' | 'imported' | 'served';
}

export interface Reading {
  /** What went wrong, unless it was read or refused in a sentence. */
  readonly fault: string | undefined;
  readonly isRefused: boolean;
  /** Seconds of processor time. */
  readonly seconds: number;
  /** Peak of the memory of this process since it began with the document, in MB. */
  readonly peak: number;
}

const server = createServer(({ url = '' }, response) => {
  if (url.endsWith('.xml')) response.end(readFileSync(url));
  else response.writeHead(404).end();
});

async function readAsFound(path: string): Promise<void> {
  const read = await readerOf(path, new AbortController().signal);
  await read();
}

async function importDocument(path: string, isServed: boolean): Promise<void> {
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const chosen = { dryRun: true, maxRequests: 2, provider: 'P', language: 'en' };
  await runImport(isServed ? `${base}${path}` : path, join(dirname(path), 'data'), chosen);
}

server.listen(0, '127.0.0.1', () => {
  process.on('message', ({ path, how }: Asked) => {
    const before = process.cpuUsage();
    // Linux forgets the peak until now: of the document before, or of the modules that were compiled and loaded.
    writeFileSync('/proc/self/clear_refs', '5');
    const reading = how === 'read' ? readAsFound(path) : importDocument(path, how === 'served');
    const faultOf = (error: unknown) => (error instanceof ProblemsError ? undefined : String(error));
    const answer = (isRefused: boolean, fault?: string) => {
      const { user, system } = process.cpuUsage(before);
      const [, kibibytes = 0] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
      const taken = { seconds: (user + system) / 1e6, peak: Number(kibibytes) / 1024 };
      process.send?.({ fault, isRefused, ...taken } satisfies Reading);
    };
    reading.then(
      () => answer(false),
      (error: unknown) => answer(true, faultOf(error)),
    );
  });
  process.send?.('ready');
});
