// The local build: compares responses with it byte for byte. No other file here knows the layout of a build.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { apiRoot, indexFiles, pageSegment } from '../api/routes.ts';
import type { HttpResponse } from '../http/client.ts';
import { attempt } from '../text/errors.ts';
import { filesBelow } from '../catalog/source/walk.ts';
import { errorAt } from '../text/problems.ts';
import { reasonOf } from '../catalog/source/file-errors.ts';
import { readRequestedPath } from '../storage/published.ts';
import type { Checks } from './checks.ts';
import { checkEach, isAnswered, parseBody, type VerifyRun } from './run.ts';

export class LocalBuild {
  private readonly compared = new Set<string>();

  constructor(
    private readonly folder: string,
    private readonly base: string,
    private readonly checks: Checks,
  ) {}

  /** The base URL of the build, from its index of endpoints; undefined if that cannot be read. */
  private builtFor: string | undefined;

  /** Throws a ProblemsError if the folder contains no build, or none that this user may read. */
  check(): void {
    const index = this.fileOf(`${apiRoot}/`);
    const finding = `contains no build: ${apiRoot}/${indexFiles[0]} is missing`;
    if (index === undefined) throw errorAt(this.folder, { rule: 'against-folder', finding });
    this.builtFor = baseIn(parseBody(index));
  }

  /** What to do if responses differ. */
  get advice(): string {
    const { builtFor, base } = this;
    if (builtFor === undefined || builtFor === base) return 'deploy again';
    return `the local build was made for ${builtFor}: build with --base-url ${base}`;
  }

  /** Compares a response with status 200 with the file of its address. */
  compare(url: string, { body, request }: HttpResponse): void {
    const path = folderOfAddress(url, this.base);
    if (path !== undefined && this.compared.has(path)) return;
    if (path !== undefined) this.compared.add(path);
    const file = path === undefined ? undefined : this.fileOf(path);
    const faults = file === undefined ? [`${this.folder} has no file for ${url}`] : differenceOf(url, file, body);
    this.checks.expectNone('against', faults, request);
  }

  /** Compares every address for which the build has a file and that the walk did not read. */
  async compareRest(run: VerifyRun): Promise<void> {
    const folders = this.reading(() => this.foldersWithIndex());
    const unvisited = folders.filter((path) => !this.compared.has(path));
    await checkEach(run, unvisited, 'remaining files of the build', async (path) => {
      const url = `${this.base}/${path.split('/').map(encodeURIComponent).join('/')}`;
      const response = await run.client.send({ method: 'GET', url });
      if (response.status === 200) this.compare(url, response);
      else if (isAnswered(run, response)) {
        const finding = `${url} has a file in the build, but answered ${response.status}`;
        this.checks.expect('against', false, response.request, finding);
      }
    });
  }

  /** The path of every folder with an index file, relative to the build and with a trailing slash. */
  private foldersWithIndex(): string[] {
    const files = readRequestedPath(() => filesBelow(join(this.folder, apiRoot))) ?? [];
    const names: readonly string[] = indexFiles;
    const matching = files.filter((file) => names.includes(posix.basename(file)));
    return [...new Set(matching.map((file) => posix.join(apiRoot, posix.dirname(file), '/')))];
  }

  private fileOf(path: string): Buffer | undefined {
    return this.reading(() => {
      for (const name of indexFiles) {
        const bytes = readRequestedPath(() => readFileSync(join(this.folder, path, name)));
        if (bytes) return bytes;
      }
      return undefined;
    });
  }

  /** The result of a read. Throws a ProblemsError if this user may not read the file. */
  private reading<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      const path = error instanceof Error && 'path' in error ? String(error.path) : this.folder;
      throw errorAt(path, { rule: 'against-folder', finding: reasonOf(error) });
    }
  }
}

/** The folder of an address, relative to the build and with a trailing slash; undefined for an address that no build has. */
function folderOfAddress(url: string, base: string): string | undefined {
  const { search, pathname } = new URL(url);
  const [, page] = /^\?page=([1-9]\d*)$/u.exec(search) ?? [];
  if (search !== '' && page === undefined) return undefined;
  const below = pathname.slice(new URL(`${base}/`).pathname.length);
  const segments = attempt(() => decodeURIComponent(below))?.split('/') ?? ['..'];
  if (!below.endsWith('/') || /%2f/iu.test(below) || segments.some((segment) => /^\.\.?$|[\\\0]/u.test(segment)))
    return undefined;
  return `${segments.join('/')}${page === undefined ? '' : `${pageSegment}/${page}/`}`;
}

function baseIn(index: unknown): string | undefined {
  const [address]: unknown[] = typeof index === 'object' && index !== null ? Object.values(index) : [];
  const end = typeof address === 'string' ? address.indexOf(`/${apiRoot}/`) : -1;
  return typeof address === 'string' && end > 0 ? address.slice(0, end) : undefined;
}

function differenceOf(url: string, file: Uint8Array, body: Uint8Array): string[] {
  if (Buffer.compare(file, body) === 0) return [];
  const difference = file.findIndex((byte, index) => byte !== body[index]);
  const byteNumber = (difference === -1 ? file.length : difference) + 1;
  return [
    `${url} differs from its file at byte ${byteNumber} (${body.length} bytes received, ${file.length} in the file)`,
  ];
}
