// A damaged state: whatever is wrong with it, and whenever that shows, the build equals one without a state.
import { chmodSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { messageOf } from '../../src/errors.ts';
import { siteForEach } from '../build/each-site.ts';
import { beside, runBuild } from '../build/run.ts';
import { smallCatalog } from '../build/small-catalog.ts';
import { asAnyone, writeFiles } from '../helpers/folders.ts';
import { buildInProcess } from './command.ts';
import { fileDamages, folderDamages, forgeries, placeDamages, type Damage, type Files } from './state-damages.ts';
import { treeOf, unlike, type Tree } from './tree.ts';

let [folder, out, state] = ['', '', ''];
siteForEach((site) => {
  ({ folder, out, state } = site);
  chmodSync(folder, 0o777);
});

/** Several chunks, the last of which an edit changes. */
const chosen = { catalogPage: true, pageSize: 3, latest: 3, chunkSize: 1000 };

/** What else happens before the build after a damage, in turn: nothing, an edit, and an edit with a page of others damaged too. */
const inTurn: readonly ((visit: number) => void)[] = [
  () => {},
  edit,
  // The assumptions about the output do not hold: the damage may show in the first attempt or in the second.
  (visit) => {
    writeFileSync(join(out, 'api/v1/providers/1/courses/page/1/index.json'), 'by hand');
    edit(visit);
  },
];

describe('a damaged state', () => {
  it('does no harm, whatever else changed', async () => {
    const wrong = await asAnyone(async () => {
      const trial = await begin();
      const faults: string[] = [];
      for (const find of trial.finders) {
        const damages = find().endsWith('.gitignore') ? placeDamages : fileDamages;
        // Sequential, since each damage is done to the result of the previous build.
        faults.push(...(await trial.suffer(damages, find)));
      }
      return [...faults, ...(await trial.suffer(folderDamages, () => state))];
    });
    expect(wrong).toEqual([]);
    expect(beside(out, 'data', 'clean-0', 'clean-1', '.dist.state-moved')).toEqual([]);
  });

  it('does no harm if all its checksums are right and its values are wrong', async () => {
    const trial = await begin();
    const damages = forgeries(state, 'state');
    expect(damages.length).toBeGreaterThan(100);
    expect(await trial.suffer(damages, () => state, [edit])).toEqual([]);
  });

  it('is reported once by the command, which exits with 0', async () => {
    const extraArgs = ['--no-site', '--page-size', '3'];
    edit(0);
    buildInProcess(folder, out, extraArgs);
    for (const kind of countByKind().keys()) {
      if (kind === '.gitignore') continue;
      writeFileSync(join(state, namesOf(kind)[0] ?? ''), 'mine');
      const [first, second] = [buildInProcess(folder, out, extraArgs), buildInProcess(folder, out, extraArgs)];
      expect(first).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/\.dist\.state: warning cannot be used: .*\n +state-read: /u),
      });
      expect(second).toEqual({ code: 0, stderr: '' });
    }
  });
});

interface Trial {
  /** Find files of each kind, by their name prefix: the first, and the last if there are several. */
  readonly finders: readonly (() => string)[];
  /** Does each damage to the file at the path, makes a change and builds; returns one line for each fault. */
  suffer(damages: readonly Damage[], path: () => string, changes?: typeof inTurn): Promise<string[]>;
}

/** Builds two sources in turn, and remembers the result of each without a state. */
async function begin(): Promise<Trial> {
  const clean: Tree[] = [];
  for (const number of [1, 0]) {
    edit(number);
    const clone = join(folder, `clean-${number}`, 'dist');
    await build(clone);
    clean[number] = treeOf(clone);
    await build(out);
  }
  // Longer than files must be unchanged before they are trusted.
  await pause(2100);
  await build(out);
  let visit = 0;
  let older = stateNow();
  let tree = treeOf(out);
  const counts = countByKind();
  const isWhole = () => isSound() && [...counts.keys()].every((kind) => countByKind().has(kind));
  return {
    finders: [...counts].flatMap(([kind, count]) =>
      (count > 1 ? [0, -1] : [0]).map((at) => () => join(state, namesOf(kind).at(at) ?? '')),
    ),
    async suffer(damages, path, changes = inTurn) {
      const faults: string[] = [];
      for (const { what, apply } of damages) {
        if (!isWhole()) {
          removeState();
          await build(out);
        }
        const [before, kind] = [stateNow(), kindOf(basename(path()))];
        apply(path(), older);
        visit += 1;
        changes[visit % changes.length]?.(visit);
        const reason = await build(out).then(() => undefined, messageOf);
        tree = treeOf(out, tree);
        const wrong = reason === undefined ? unlike(tree, clean[edition] ?? new Map()) : [reason];
        faults.push(...wrong.map((line) => `${kind} ${what}: ${line}`));
        older = before;
        if (wrong.length > 0) removeState();
      }
      return faults;
    },
  };
}

async function build(to: string): Promise<void> {
  await runBuild({ data: join(folder, 'data'), out: to, chosen, isStateDamaged: true });
}

/** Which of two editions the source is. */
let edition = 0;

/** Writes one of two editions of the source; the first chunk is the same in both. */
function edit(number: number): void {
  edition = number % 2;
  const { providers, categories, courses } = smallCatalog(12);
  const edited = courses.map((course) => (course.id > 10 ? { ...course, title: `Title ${edition}` } : course));
  writeFiles(join(folder, 'data'), {
    'providers.json': JSON.stringify(providers),
    'categories.json': JSON.stringify(categories),
    'courses.ndjson': edited.map((course) => `${JSON.stringify(course)}\n`).join(''),
  });
}

function kindOf(name: string): string {
  return name.replace(/-.*/u, '');
}

function namesOf(kind: string): string[] {
  return readdirSync(state)
    .filter((name) => kindOf(name) === kind)
    .toSorted();
}

function countByKind(): Map<string, number> {
  const names = readdirSync(state);
  return new Map(names.map((name) => [kindOf(name), namesOf(kindOf(name)).length]));
}

function stateNow(): Files {
  const names = readdirSync(state).toSorted();
  return new Map(names.map((name) => [name, readFileSync(join(state, name))]));
}

function removeState(): void {
  if (lstatSync(state, { throwIfNoEntry: false })?.isDirectory() === true) chmodSync(state, 0o700);
  for (const path of [state, `${state}-moved`]) rmSync(path, { recursive: true, force: true });
}

/** Whether there is a state with all files readable and writable. */
function isSound(): boolean {
  const entry = lstatSync(state, { throwIfNoEntry: false });
  if (entry?.isDirectory() !== true || (entry.mode & 0o700) !== 0o700) return false;
  const entries = readdirSync(state).map((name) => lstatSync(join(state, name)));
  return entries.every((one) => one.isFile() && (one.mode & 0o600) === 0o600);
}
