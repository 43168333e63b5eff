// The code samples of the OpenAPI document, and clients that public generators create from it: each runs against a preview.
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { pageLinkForms, type PageLinks } from '../../src/api/paging.ts';
import { renderOpenapi } from '../../src/outputs/openapi/openapi.ts';
import { openPreview, type Preview } from '../../src/preview/preview.ts';
import { sharedBuild, type SourceData } from '../helpers/builds.ts';
import { inFolder, writeFiles, makeFolder, removeFolder } from '../helpers/folders.ts';
import { oddCatalog } from '../preview/site.ts';
import { neededFor } from '../helpers/programs.ts';
import { documentOf, inputOf } from './document.ts';

/** Printed after the output of each sample. */
const endMark = '--- end of a sample ---';

/** One process per language runs all samples, each from a file of its own. */
const languages = {
  Shell: {
    needs: 'curl',
    ending: 'sh',
    command: ['sh', '-c', `for file; do sh "$file" && echo '\n${endMark}'; done`, ''],
  },
  JavaScript: {
    needs: undefined,
    ending: 'mjs',
    command: [
      process.execPath,
      '--input-type=module',
      '--eval',
      `for (const file of process.argv.slice(1)) { await import(file); console.log('\\n${endMark}'); }`,
    ],
  },
  Python: {
    needs: 'python3',
    ending: 'py',
    command: [
      'python3',
      '-c',
      `import runpy, sys\nfor file in sys.argv[1:]:\n  runpy.run_path(file, run_name='__main__')\n  print('\\n${endMark}')`,
    ],
  },
} as const;
type Language = keyof typeof languages;

interface Sample {
  readonly path: string;
  readonly source: string;
  /** The first address in it. */
  readonly address: string;
}

describe.each(pageLinkForms)('the samples of a build with %s links', (pageLinks) => {
  const samplesIn = usePreview('data', pageLinks);

  describeLanguages((language) => {
    it('read every endpoint', async () => {
      const samples = samplesIn(language);
      expect(samples.map(({ path }) => path)).toContain('/api/v1/languages/{language}/courses/');
      const printed = await run(language, samples);
      for (const [at, { path, address }] of samples.entries()) {
        const answer = await fetch(address);
        expect(faultOf(language, printed[at], await answer.json()), path).toBe('');
      }
    });
  });
});

describe('the samples of a catalog with odd names', () => {
  const samplesIn = usePreview(oddCatalog(), 'query');

  describeLanguages((language) => {
    it('read the courses in a language, whatever its name', async () => {
      const names = ["l'occitan", 'a $& b', 'Ñandé & co; a=b'];
      const samples = names.flatMap((name) =>
        samplesIn(language, name).filter(({ path }) => path === '/api/v1/languages/{language}/courses/'),
      );
      const printed = await run(language, samples);
      expect(samples).toHaveLength(names.length);
      for (const [at, { address }] of samples.entries()) {
        const [start] = address.split('/languages/');
        const answer = await fetch(`${start}/languages/${encodeURIComponent(names[at] ?? '')}/courses/`);
        const body: unknown = await answer.json();
        expect(body).toMatchObject({ count: 12, language: names[at] });
        expect(faultOf(language, printed[at], body), names[at]).toBe('');
      }
    });
  });
});

function describeLanguages(declare: (language: Language) => void): void {
  for (const language of ['Shell', 'JavaScript', 'Python'] as const) {
    const { needs } = languages[language];
    const needed = needs === undefined ? '' : neededFor(needs);
    describe.skipIf(needed !== '')(`in ${language}${needed}`, () => {
      declare(language);
    });
  }
}

/** Serves a build while the tests around it run; the function returns the samples of its document, with a language as the example. */
function usePreview(data: SourceData, pageLinks: PageLinks): (language: Language, shown?: string) => Sample[] {
  const chosen = { baseUrl: 'https://example.org/repo', pageLinks, pageSize: 5 };
  let out: string;
  let preview: Preview;
  beforeAll(async () => {
    out = await sharedBuild(data, chosen);
    preview = await openPreview({ out, port: 23_600 }, () => {});
  });
  afterAll(() => preview.close());
  return (language, shown) => {
    const { paths } = documentOf(inputOf(out, { ...chosen, baseUrl: preview.url }, shown));
    return Object.entries(paths).map(([path, { get }]) => {
      const source = get['x-codeSamples']?.find(({ lang }) => lang === language)?.source ?? '';
      const address = /http:[^"'\s]+/u.exec(source.replaceAll(String.raw`'\''`, '%27'))?.[0] ?? '';
      return { path, source, address };
    });
  };
}

/** The output of each sample. */
async function run(language: Language, samples: readonly Sample[]): Promise<string[]> {
  const { command, ending } = languages[language];
  const [program, ...args] = command;
  // Keeps a configured proxy from being used for local requests.
  const env = { ...process.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };
  return inFolder(async (folder) => {
    const files = samples.map((_, at) => `${at}.${ending}`);
    writeFiles(folder, Object.fromEntries(files.map((file, at) => [file, samples[at]?.source ?? ''])));
    const paths = files.map((file) => join(folder, file));
    const { stdout } = await promisify(execFile)(program, [...args, ...paths], { env, maxBuffer: 100_000_000 });
    const printed = stdout.split(`\n${endMark}\n`);
    expect(printed).toHaveLength(samples.length + 1);
    return printed.slice(0, -1);
  });
}

/** What is wrong with the output of a sample: curl prints the response, the others print lists line by line. */
function faultOf(language: Language, printed = '', body: unknown): string {
  if (language !== 'Shell' && typeof body === 'object' && body !== null && 'count' in body) {
    const lines = printed.trimEnd().split('\n').length;
    return lines === body.count ? '' : `${lines} lines of ${String(body.count)} courses`;
  }
  if (language === 'JavaScript') return /^[[{]/u.test(printed) ? '' : `no value: ${printed}`;
  return isDeepStrictEqual(JSON.parse(printed), body) ? '' : `another value: ${printed}`;
}

const workspace = 'test/generated-client';
const execute = promisify(execFile);
const folder = makeFolder();
/** The page size that the readers of the workspace expect. */
const pageSize = 5;

beforeAll(async () => {
  for (const file of ['package.json', 'tsconfig.json']) copyFileSync(join(workspace, file), join(folder, file));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await Promise.all(pageLinkForms.map(generate));
});
afterAll(() => removeFolder(folder));

it('generated clients compile in strict mode, except for code that requests what the document lacks', async () => {
  for (const form of pageLinkForms) {
    const reader = readFileSync(join(folder, form, `by-${form}.ts`), 'utf8');
    writeFileSync(join(folder, form, 'mistaken.ts'), reader.replace('provider_name }', 'provider }'));
  }
  await expect(execute(process.execPath, [packageFile('typescript/bin/tsc')], { cwd: folder })).rejects.toMatchObject({
    // One line for each of them, and no other.
    stdout: expect.stringMatching(/^(?:(?:query|path)\/mistaken\.ts\S* error.*\n){2}$/u),
  });
});

it.each(pageLinkForms)(
  'generated clients read every endpoint and every page by %s links, and recognize an error response',
  async (form) => {
    const out = await build(form);
    const preview = await openPreview({ out, port: 23_500 }, () => {});
    onTestFinished(() => preview.close());
    const args = [resolve('node_modules/tsx/dist/cli.mjs'), `by-${form}.ts`, preview.url];
    const { stdout } = await execute(process.execPath, args, { cwd: join(folder, form) });
    expect(JSON.parse(stdout)).toEqual({
      // With build.json.
      endpoints: 9,
      latest: 10,
      views: 10,
      ofProviders: coursesIn(out, 'providers'),
      ofCategories: coursesIn(out, 'categories'),
      inLanguages: coursesIn(out, 'languages'),
      refusal: 'Not found.',
    });
  },
);

function build(pageLinks: PageLinks): Promise<string> {
  return sharedBuild('data', { pageLinks, pageSize });
}

/** Generates the types of a client beside a copy of its reader. */
async function generate(form: PageLinks): Promise<void> {
  const client = join(folder, form);
  mkdirSync(client);
  for (const file of ['found.ts', `by-${form}.ts`]) copyFileSync(join(workspace, file), join(client, file));
  const input = inputOf(await build(form), { pageLinks: form, pageSize });
  writeFileSync(join(client, 'openapi.json'), renderOpenapi(input));
  const generator = packageFile('openapi-typescript/bin/cli.js');
  await execute(process.execPath, [generator, 'openapi.json', '--output', 'api.ts'], { cwd: client });
}

/** A package of the workspace itself, or one that is hoisted. */
function packageFile(path: string): string {
  const file = resolve(workspace, 'node_modules', path);
  return existsSync(file) ? file : resolve('node_modules', path);
}

/** The sum of the courses in all lists of a kind, as the list of their names gives them. */
function coursesIn(out: string, kind: string): number {
  const file = join(out, 'api/v1', kind, 'index.json');
  const records: { course_count: number }[] = JSON.parse(readFileSync(file, 'utf8'));
  return records.reduce((sum, { course_count }) => sum + course_count, 0);
}
