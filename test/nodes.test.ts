// The same bytes from every supported version of Node, and a plain answer from an older one.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder, snapshot } from './helpers/folders.ts';
import { compileModules } from './helpers/modules.ts';
import { installNodes, nodeOf, nodeVersions, oldNode } from './helpers/nodes.ts';
import { words } from './helpers/words.ts';

const run = promisify(execFile);
const folder = makeFolder();
afterAll(() => removeFolder(folder));

describe('Node', () => {
  let whySkipped = '';
  let known = '';
  let readings = '';
  let ownReadings = '';
  beforeAll(async () => {
    try {
      await installNodes();
    } catch (error) {
      if (process.env['CI'] !== undefined) throw error;
      whySkipped = 'needs: Linux and the npm registry';
      return;
    }
    await build(process.execPath, 'own');
    readings = readingsBy(await compileModules(folder, 'src/outputs/search/terms.ts', 'src/catalog/languages.ts'));
    known = await evaluate(nodeOf(nodeVersions[0]), knownCharacters);
    ownReadings = await evaluate(process.execPath, readings, known);
  });

  it.for(nodeVersions)('%s builds the sample byte for byte as this Node does', async (version, { skip }) => {
    skip(whySkipped !== '', whySkipped);
    await build(nodeOf(version), version);
    const [found, expected] = [version, 'own'].map((name) => snapshot(join(folder, name)));
    const different = [...(expected ?? [])].filter(([path, text]) => found?.get(path) !== text);
    expect(different.map(([path]) => path)).toEqual([]);
    expect(found?.size).toBe(expected?.size);
  });

  it('that is too old is told which one is needed, by every command', ({ skip }) => {
    skip(whySkipped !== '', whySkipped);
    const { engines }: { engines: { node: string } } = JSON.parse(readFileSync('package.json', 'utf8'));
    const needed = engines.node.replace('>=', '');
    for (const command of ['init', '--version']) {
      const { status, stdout, stderr } = spawnSync(nodeOf(oldNode), ['lib/bin.js', command], { encoding: 'utf8' });
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toBe(
        `error: static-course-catalog needs Node ${needed} or newer, this is 18.20; https://nodejs.org/en/download has it\n`,
      );
    }
  });

  // What the first and the last of them agree on, those between them do not see otherwise.
  const outer = nodeVersions.filter((_, at, all) => at === 0 || at === all.length - 1);
  it.for(outer)('%s interprets every character as the oldest version that has it', async (version, { skip }) => {
    skip(whySkipped !== '', whySkipped);
    expect(known.length).toBeGreaterThan(150_000);
    expect(await evaluate(nodeOf(version), readings, known)).toBe(ownReadings);
  });
});

async function build(node: string, name: string): Promise<void> {
  const args = words`lib/bin.js build --data data --out ${join(folder, name)} --quiet --dumps ndjson,csv,parquet`;
  await run(node, args, { env: {} });
}

/** Prints every character in this Node's Unicode data, except those of private use. */
const knownCharacters = String.raw`
  const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
  process.stdout.write(all.filter((one) => /[^\p{Cn}\p{Co}\p{Cs}]/u.test(one)).join(''));`;

/** Prints everything that output files depend on: the terms of each known character, in a word and alone, and its forms in a name. */
const readingsBy = ({ terms, languages }: Record<string, string>) => `
  import { text } from 'node:stream/consumers';
  import { termsOf } from '${terms}';
  import { foldLanguage, publishedLanguage, whyNoFolder } from '${languages}';
  const readingOf = (one) => [termsOf('x' + one + 'y ' + one), publishedLanguage(one), foldLanguage(one), whyNoFolder(one) ?? ''];
  process.stdout.write(Array.from(await text(process.stdin), (one) => JSON.stringify(readingOf(one))).join('\\n'));`;

/** The output of a module run by a version of Node, with a text as its input. */
async function evaluate(node: string, module: string, input = ''): Promise<string> {
  const running = run(node, ['--input-type=module', '--eval', module], { maxBuffer: 100_000_000 });
  running.child.stdin?.end(input);
  return (await running).stdout;
}
