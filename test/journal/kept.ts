// A catalog with a journal: edits, builds, and what a client that asks for what is new has then.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkhashOf } from '../../src/catalog/course.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { runBuild, type Chosen, type Run } from '../build/run.ts';
import { smallCatalog, smallCourse } from '../build/small-catalog.ts';

export interface Line {
  readonly linkhash: string;
  readonly id: number;
  readonly at: string;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly created?: string;
  readonly sha256?: string;
}

/** The catalog of a folder: courses by id with their titles. */
export class Kept {
  readonly data: string;
  readonly out: string;
  readonly journal: string;

  constructor(
    readonly folder: string,
    private readonly chosen: Partial<Chosen> = {},
  ) {
    this.data = join(folder, 'data');
    this.out = join(folder, 'dist');
    this.journal = join(this.data, '.journal.ndjson');
  }

  write(titles: ReadonlyMap<number, string>): void {
    const courses = Array.from(titles, ([id, title]) => ({ ...smallCourse(id), title }));
    writeCatalog(this.data, { ...smallCatalog(0), courses }, oneFileEach);
  }

  build(at: string, more: Partial<Chosen & Pick<Run, 'out'>> = {}, onProgress: Run['onProgress'] = () => {}) {
    const { out = this.out, ...chosen } = more;
    return runBuild({ data: this.data, out, at, onProgress, chosen: { journal: true, ...this.chosen, ...chosen } });
  }

  lines(): Line[] {
    return linesIn(readFileSync(this.journal, 'utf8'));
  }
}

/** A catalog with these titles that has been built once. */
export async function builtOnce(folder: string, titles: ReadonlyMap<number, string>, chosen?: Partial<Chosen>) {
  const kept = new Kept(folder, chosen);
  kept.write(titles);
  await kept.build(minute(1));
  return kept;
}

export const hashOf = (id: number) => linkhashOf(smallCourse(id).linkurl);

export function linesIn(text: string): Line[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): Line => JSON.parse(line));
}

/** The digests of the views that a build published, by linkhash. */
export function viewsIn(out: string): Map<string, string> {
  const folder = join(out, 'api/v1/courses/view');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(names.toSorted().map((name) => [name, digestOf(readFileSync(join(folder, name, 'index.json')))]));
}

/** What the course pages that a build published say of the last change in JSON-LD, by linkhash. */
export function modifiedIn(out: string): Map<string, string | undefined> {
  const folder = join(out, 'courses');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'index.html') : [];
  return new Map(
    names.map((name) => {
      const page = readFileSync(join(folder, name, 'index.html'), 'utf8');
      return [name, /"dateModified":"([^"]+)"/u.exec(page)?.[1]];
    }),
  );
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The published journal, newest first, from all its parts. */
export function publishedIn(out: string): Line[] {
  const parts: { path: string }[] = JSON.parse(readFileSync(join(out, 'changes/since.json'), 'utf8'));
  return parts.flatMap(({ path }) => linesIn(readFileSync(join(out, 'changes', path), 'utf8')));
}

/** A time so many minutes after the first. */
export function minute(count: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, count)).toISOString().replace('.000', '');
}
