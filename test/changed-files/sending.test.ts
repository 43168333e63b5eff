// From an edited title to the bucket, or to one's own server: the documented commands send changes, delete removed files, and touch nothing else.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, cpSync, existsSync, writeFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { describe, expect, afterAll, beforeAll } from 'vitest';
import { writeChangedFiles } from '../../src/build/changed-files/changed-files.ts';
import type { FileChanges } from '../../src/build/build-options.ts';
import { plain, runBuild, type Chosen, type Run } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { it } from '../helpers/fixture.ts';
import { filesIn, snapshot, writeFiles, makeFolder, removeFolder } from '../helpers/folders.ts';
import { oneOfEachKind, withDiskFault, type DiskFault } from '../incremental/disk-faults.ts';
import { isMissing, neededFor } from '../helpers/programs.ts';
import { changesBetween, documentedCommands, documentedLists, runCommands } from './between.ts';

/** A file of the bucket that no build made. */
const foreignFile = 'of-others.txt';

interface Course {
  readonly id: number;
  readonly title: string;
  readonly linkurl: string;
  readonly provider: number;
  readonly language: string;
  readonly date_published: string;
}

const languages = ['English', '中文 日本語', "l'Español (América)", '[x] {1}'];
const courses: readonly Course[] = Array.from({ length: 40 }, (_, at) => ({
  id: at + 1,
  // Long enough that its pages are worth compressing.
  title: `Course ${at + 1} `.repeat(20),
  linkurl: `https://courses.example/${at + 1}`,
  provider: 1,
  language: languages[at % languages.length] ?? '',
  date_published: '2024-05-01',
}));
/** Names with a meaning in rclone's other list formats. */
const oddNames = { '#1.txt': 'a', ';2.txt': 'b', ' 3 .txt': 'c', 'docs/*.{md,txt}': 'd', '- all': 'e' };

describe('the documented commands for object storage', () => {
  it.skipIf(isMissing('rclone') || isMissing('jq'))(
    `turn an edited title into a bucket that equals the build${neededFor('rclone')}${neededFor('jq')}`,
    async ({ folder }) => {
      const commands = `${documentedLists()}\n${documentedCommands('rclone delete')}`;
      const catalog = catalogIn(folder, commands.replaceAll('REMOTE:BUCKET', 'bucket'));
      writeFiles(join(folder, 'public'), oddNames);
      writeFiles(join(folder, 'bucket'), { [foreignFile]: 'kept' });

      catalog.write(courses);
      const first = await catalog.publish();
      expect(first.sent).toEqual(first.listed);
      expect(first.listed).toEqual(filesIn(join(folder, 'dist')));

      const edited = courses.map((one) => (one.id === 7 ? { ...one, title: 'Edited' } : one));
      const view = viewOf('https://courses.example/7', folder);
      catalog.write(edited);
      const second = await catalog.publish();
      expect(second.sent).toEqual(second.listed);
      expect(second.listed).toContain(view);
      expect(second.listed.length).toBeLessThan(first.listed.length / 3);
      expect(second.removed.filter((path) => path.endsWith('.json'))).toEqual([]);

      rmSync(join(folder, 'public/#1.txt'));
      catalog.write(edited.slice(0, 33));
      const third = await catalog.publish();
      expect(third.sent).toEqual(third.listed);
      expect(third.removed).toContain('#1.txt');
      expect(third.removed.filter((path) => path.includes('/courses/view/') && path.endsWith('.json'))).toHaveLength(7);

      expect(await catalog.publish()).toEqual({ sent: [], listed: [], removed: [] });
      expect(readFileSync(join(folder, 'bucket', foreignFile), 'utf8')).toBe('kept');
    },
  );
});

describe("the documented rsync to a server of one's own", () => {
  it.skipIf(isMissing('rsync'))(
    `of everything sends what changed and touches nothing else${neededFor('rsync')}`,
    async ({ folder }) => {
      // A user's builds are seconds apart, and rsync compares whole seconds by default.
      const command = documentedCommands('rsync -rt --delete-after').replace('rsync', 'rsync --modify-window=-1');
      const catalog = catalogIn(folder, command.replace('courses.example.org:/srv/catalog/', 'bucket/'));
      catalog.write(courses);
      const first = await catalog.publish();
      expect(first.sent).toEqual(first.listed);
      catalog.write(courses.slice(0, 39).map((one) => (one.id === 7 ? { ...one, title: 'Edited' } : one)));
      const second = await catalog.publish();
      expect(second.sent).toEqual(second.listed);
      expect(second.listed.length).toBeLessThan(first.listed.length / 2);
      expect(await catalog.publish()).toEqual({ sent: [], listed: [], removed: [] });
    },
  );

  it.skipIf(isMissing('rsync') || isMissing('jq'))(
    `of a list sends and deletes what is in it${neededFor('rsync')}${neededFor('jq')}`,
    async ({ folder }) => {
      const command = documentedCommands('--delete-missing-args').replace('rsync', 'rsync --modify-window=-1');
      const catalog = catalogIn(folder, command.replace('courses.example.org:/srv/catalog/', 'bucket/'));
      writeFiles(join(folder, 'public'), oddNames);
      writeFiles(join(folder, 'bucket'), { [foreignFile]: 'kept' });
      catalog.write(courses);
      expect((await catalog.publish()).listed).toEqual(filesIn(join(folder, 'dist')));
      rmSync(join(folder, 'public/#1.txt'));
      catalog.write(courses.slice(0, 33).map((one) => (one.id === 7 ? { ...one, title: 'Edited' } : one)));
      const second = await catalog.publish();
      expect(second.sent).toEqual(second.listed);
      expect(second.removed).toContain('#1.txt');
      expect(await catalog.publish()).toEqual({ sent: [], listed: [], removed: [] });
    },
  );
});

interface Published {
  /** Files of the bucket that are new or were rewritten. */
  readonly sent: readonly string[];
  readonly listed: readonly string[];
  readonly removed: readonly string[];
}

/** A catalog that is built and sent to `bucket` beside it. */
function catalogIn(
  folder: string,
  commands: string,
): { write: (courses: readonly Course[]) => void; publish: () => Promise<Published> } {
  const [data, out, bucket] = [join(folder, 'data'), join(folder, 'dist'), join(folder, 'bucket')];
  const file = join(folder, 'changes.json');
  const chosen: Chosen = { ...plain, pageSize: 3, precompress: ['gzip'] };
  mkdirSync(bucket);
  writeFiles(data, { 'providers.json': JSON.stringify([{ id: 1, name: 'Delft' }]), 'categories.json': '[]' });
  return {
    write: (records) => {
      const lines = records.map((course) => `${JSON.stringify(course)}\n`);
      writeFiles(data, { 'courses.ndjson': lines.join('') });
    },
    publish: async () => {
      const { changes } = await runBuild({ data, out, chosen });
      expect(writeChangedFiles(changes, file, chosen)).toEqual([]);
      const before = stampsOf(bucket);
      await runCommands(commands, folder, { LC_ALL: 'C' });
      const after = stampsOf(bucket);
      expect(changesBetween(contentOf(bucket), contentOf(out))).toEqual({
        added: [],
        changed: [],
        removed: before.has(foreignFile) ? [foreignFile] : [],
      });
      const isSent = (path: string) => before.get(path) !== after.get(path);
      const { added, changed, removed } = changes;
      return {
        sent: [...after.keys()].filter(isSent),
        listed: [...added, ...changed].toSorted(),
        removed: [...removed].toSorted(),
      };
    },
  };
}

/** The identity of each file, and when it was last written or touched. */
function stampsOf(folder: string): Map<string, string> {
  return new Map(
    filesIn(folder).map((path) => {
      const { ino, mtimeNs, ctimeNs } = statSync(join(folder, path), { bigint: true });
      return [path, `${ino} ${mtimeNs} ${ctimeNs}`];
    }),
  );
}

/** Storage has no folders. */
function contentOf(folder: string): Map<string, string> {
  return new Map([...snapshot(folder)].filter(([, content]) => content !== 'folder'));
}

/** The path of a course's view, found by its content. */
function viewOf(linkurl: string, folder: string): string {
  const views = filesIn(join(folder, 'dist')).filter((path) => /\/courses\/view\/.*\.json$/u.test(path));
  const found = views.find((path) =>
    readFileSync(join(folder, 'dist', path), 'utf8').includes(`"linkurl":"${linkurl}"`),
  );
  if (found === undefined) throw new Error(`no view of ${linkurl}`);
  return found;
}

const folder = makeFolder();
const base = join(folder, 'base');
const chosen: Partial<Chosen> = { pageSize: 2 };
const shard: Partial<Chosen> = { ...chosen, shard: { index: 1, total: 1 } };

/** The parts of a build by name, as they run in a folder. */
const parts = {
  build: (root: string): Run => ({ data: join(root, 'data'), out: join(root, 'dist'), chosen }),
  shard: (root: string): Run => ({
    data: join(root, 'data'),
    out: join(root, 'shards/shard-1-of-1'),
    chosen: shard,
  }),
  merge: (root: string): Run => ({
    data: join(root, 'data'),
    out: join(root, 'merged'),
    chosen: { ...chosen, merge: join(root, 'shards') },
  }),
};

beforeAll(async () => {
  writeSmallCatalog(join(base, 'data'), 2);
  for (const part of Object.values(parts)) await runBuild(part(base));
});
afterAll(() => removeFolder(folder));

it.each([
  ['first build', 'build', 'dist', false],
  ['later build', 'build', 'dist', true],
  ['later merge', 'merge', 'merged', true],
] as const)(
  'a %s that is killed, or that the disk interrupts, is in the list of the next one',
  async (_, name, published, isLater) => {
    const tried = join(folder, 'tried');
    const from = join(folder, 'from');
    removeFolder(from);
    if (isLater) cpSync(base, from, { recursive: true, preserveTimestamps: true });
    writeSmallCatalog(join(from, 'data'), 2, 2);
    if (name === 'merge') await runBuild(parts.shard(from));
    const before = isLater ? textsIn(join(base, published)) : new Map<string, string>();
    let sent = new Map<string, string>();
    // As whoever runs the builds sends what they list; a list that was not written to its end is none.
    const list = async ({ added, changed, removed }: FileChanges) => {
      writeFileSync(join(tried, 'list'), '');
      for (const path of [...added, ...changed]) sent.set(path, readFileSync(join(tried, published, path), 'latin1'));
      for (const path of removed) sent.delete(path);
      return true;
    };
    const run = { ...parts[name](tried), report: list };
    const attempt = async (fault?: DiskFault) => {
      removeFolder(tried);
      cpSync(from, tried, { recursive: true, preserveTimestamps: true });
      sent = new Map(before);
      return withDiskFault(tried, fault, async () => runBuild(run));
    };
    const ats = oneOfEachKind((await attempt()).calls);
    for (const [nth, at] of ats.entries()) {
      const { failed } = await attempt({ mode: nth % 3 === 0 ? 'fails' : 'killed', at });
      // A killed process would leave locks of a dead holder.
      for (const one of [tried, dirname(run.out)].filter(existsSync)) {
        for (const file of readdirSync(one).filter((text) => text.includes('.lock'))) rmSync(join(one, file));
      }
      await runBuild(run);
      expect(sent, failed).toEqual(textsIn(join(tried, published)));
      expect(
        readdirSync(dirname(join(tried, published))).filter((text) => text.includes('changes')),
        failed,
      ).toEqual([]);
    }
    expect(ats.length).toBeGreaterThan(20);
  },
);

function textsIn(out: string): Map<string, string> {
  return new Map([...snapshot(out)].filter(([, text]) => text !== 'folder'));
}
