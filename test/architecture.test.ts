// The architecture: each room imports only from those after it, and no folders of a room import each other. CONTRIBUTING.md describes it.
import { existsSync, readFileSync } from 'node:fs';
import fastGlob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { importsIn } from './helpers/imports.ts';

/** The rooms, from the outside inwards: the folders of `src`, and the files beside them. */
const rooms = [
  ['bin'],
  ['cli', 'index'],
  ['mcp'],
  ['preview', 'verify', 'import', 'upkeep'],
  ['options'],
  ['http'],
  ['build'],
  ['browser'],
  ['library'],
  ['outputs'],
  ['hosts'],
  ['storage'],
  ['api'],
  ['catalog'],
  ['package-info'],
  ['paths'],
  ['text'],
  ['memoize', 'results', 'turns'],
];
const rankOf = (path: string) =>
  rooms.findIndex((names) => names.includes(path.split('/')[1]?.replace('.ts', '') ?? ''));

interface Import {
  readonly importing: string | undefined;
  readonly imported: string | undefined;
}

/** The imports along circles, and what these lead to: none if there are no circles. */
function inCircles(imports: readonly Import[]): readonly Import[] {
  // Takes away the imports of whatever nothing imports, until none of these are left.
  let left = imports;
  for (;;) {
    const imported = new Set(left.map((one) => one.imported));
    const rest = left.filter(({ importing }) => imported.has(importing));
    if (rest.length === left.length) return left;
    left = rest;
  }
}

const importsOf = (file: string) => importsIn(readFileSync(file, 'utf8'), file);

describe('the architecture', () => {
  const files = fastGlob.sync('src/**/*.{ts,tsx}');

  /** Files without a rank, and imports from a file of a lower one. */
  const outwards = (from: readonly string[], rank: (path: string) => number) =>
    from.flatMap((file) => {
      const outer = importsOf(file).filter((imported) => rank(imported) < rank(file));
      return [...(rank(file) === -1 ? [file] : []), ...outer.map((imported) => `${file} imports ${imported}`)];
    });

  it('has no files that import each other, directly or by others, types included', () => {
    const imports = files.flatMap((file) => importsOf(file).map((imported) => ({ importing: file, imported })));
    expect(inCircles(imports)).toEqual([]);
  });

  it('lets a file import only from its own room and those after it', () => {
    expect(outwards(files, rankOf)).toEqual([]);
  });

  it.each(rooms.flat())('has no folders in %s that import each other, directly or by others', (room) => {
    const folderOf = (path: string) => new RegExp(`^src/${room}/([^/]+)/`, 'u').exec(path)?.[1];
    const imports = files.flatMap((file) => {
      const importing = folderOf(file);
      const imported = new Set(importsOf(file).map(folderOf));
      imported.delete(importing);
      return importing === undefined ? [] : Array.from(imported, (folder) => ({ importing, imported: folder }));
    });
    expect(inCircles(imports)).toEqual([]);
  });

  it('has a declaration for every folder of outputs', () => {
    const named = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(/'\.\/([\w-]+)\/\w+\.ts'/gu)].map(([, name]) => name);
    const folders = fastGlob
      .sync(['src/outputs/*', '!src/outputs/shared'], { onlyDirectories: true })
      .map((path) => path.split('/')[2]);
    expect(new Set(named('src/outputs/declarations.ts'))).toEqual(new Set(folders));
    expect(new Set(named('src/outputs/outputs.ts'))).toEqual(new Set(folders));
  });

  it('lets a build name no output', () => {
    const ofBuild = files.filter((file) => file.startsWith('src/build/'));
    const imported = ofBuild.flatMap((file) => importsOf(file).map((path) => ({ file, path })));
    expect(imported.filter(({ path }) => /^src\/outputs\/.*\//u.test(path))).toEqual([]);
  });

  it('is checked for imports of every form', () => {
    const text = `import { a } from './a.ts';
      // import './comment.ts';
      import type { B } from '../b.ts';
      import './c.css';
      export { d } from './d.ts';
      const e = await import(
        './e.ts'
      );
      type F = import('./f.ts').F;
      import { existsSync, readFileSync } from 'node:fs';`;
    const found = ['src/x/a.ts', 'src/b.ts', 'src/x/c.css', 'src/x/d.ts', 'src/x/e.ts', 'src/x/f.ts'];
    expect(importsIn(text, 'src/x/y.ts')).toEqual(found);
  });

  /** The files, without those that may, in which the pattern is found. */
  const filesWith = (pattern: RegExp, may: RegExp) =>
    files.filter((file) => !may.test(file) && pattern.test(readFileSync(file, 'utf8')));

  it('has a comment at the start of each file on what it owns', () => {
    expect(filesWith(/^(?!(?:#!.*\n)?\/\/ \S)/u, /^$/u)).toEqual([]);
  });

  it('uses the process and the console only at the root, and in browsers', () => {
    // The samples of the API reference are texts.
    const root = /^src\/(?:bin\.ts|cli\/cli\.ts|browser\/|outputs\/openapi\/samples\.ts$)/u;
    expect(filesWith(/\bprocess\.\w|console\.\w/u, root)).toEqual([]);
  });

  it('leaves printing to the session, which escapes control characters', () => {
    const printing = /std(?:out|err)\b[^;]*\.write\(/u;
    expect(filesWith(printing, /^src\/(?:bin|cli\/session)\.ts$/u)).toEqual([]);
  });
});

describe('the tests', () => {
  /** Node and what every system has. */
  const alwaysAvailable = new Set('bash ldd mkfifo mount node npm npx sh tar true umount unshare'.split(' '));
  const start =
    /(?<![.\w])(?:(?:spawn|execFile|exec)(?:Sync)?|run|start|promisify\(execFile\))\(\s*['"`]([^'"`/]+)['"`]/gu;

  it('start programs only by test/helpers/programs.ts, so that CI also runs them where programs are missing', () => {
    const started = fastGlob.sync('test/**/*.ts').flatMap((file) => {
      // Of a command line, the program is the first word, but for the shell's own.
      const lines = [...readFileSync(file, 'utf8').matchAll(start)].map(([, line = '']) => line);
      const programs = lines.map((line) => line.replace(/^exec /u, '').split(' ')[0] ?? '');
      return programs.filter((program) => !alwaysAvailable.has(program)).map((program) => `${file} starts ${program}`);
    });
    expect(started).toEqual([]);
  });

  it('read nothing beside the repository, so that every clone runs all of them', () => {
    const beside = ['..', 'shared', ''].join('/');
    const files = fastGlob.sync(['{test,scripts,.ci}/**', '!**/node_modules/**'], { dot: true });
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => readFileSync(file, 'utf8').includes(beside))).toEqual([]);
  });

  it('are skipped only for a program or a system that lacks something', () => {
    const skipped = fastGlob
      .sync(['test/**/*.ts', '!**/node_modules/**', '!test/architecture.test.ts'])
      .flatMap((file) => {
        const reasons = [...readFileSync(file, 'utf8').matchAll(/\b(?:skipIf|runIf|skip)\((.*)/gu)].map(
          ([, rest = '']) => rest,
        );
        const known =
          /^(?:(?:slurm\.some\()?isMissing\b|isChromiumMissing\b|(?:needed|whySkipped) !== ''|isSkipped\b|process\.platform|!(?:fs\.)?existsSync\((?:'\/(?:proc|dev)\/|open\)))|^$/u;
        return reasons.filter((reason) => !known.test(reason)).map((reason) => `${file}: ${reason}`);
      });
    expect(skipped).toEqual([]);
  });
});

describe('the documents for contributors', () => {
  it.each(['CONTRIBUTING.md', 'test/README.md'])('name only files and folders that exist: %s', (document) => {
    const text = readFileSync(document, 'utf8');
    const paths = [...text.matchAll(/`((?:src|test|scripts)\/[^`\s]*)`/gu)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('describe every folder of tests', () => {
    const text = readFileSync('test/README.md', 'utf8');
    const folders = fastGlob.sync('test/*', { onlyDirectories: true });
    expect(folders.filter((folder) => !text.includes(`\`${folder}\``))).toEqual([]);
  });
});
