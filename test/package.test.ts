// The package: what is bundled in it and in its tarball, and that no install script runs, of its dependencies or its own.
import { isBuiltin } from 'node:module';
import { join, sep } from 'node:path';
import fs from 'fs-extra';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleModules } from '../scripts/bundle/command.ts';
import { cleanDescription } from '../src/outputs/pages/clean-description.ts';
import { documentation } from './documentation/markdown.ts';
import { makeFolder, removeFolder } from './helpers/folders.ts';
import { packedPackage } from './helpers/tarball.ts';

interface Locked {
  readonly hasInstallScript?: true;
  readonly dev?: true;
}

const packageFile: {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
} = fs.readJsonSync('package.json');
const { packages }: { packages: Record<string, Locked> } = fs.readJsonSync('package-lock.json');

/** The folder of the package that a module belongs to, of which there may be several versions. What the bundler adds itself has no path. */
function packageFolderOf(path: string): string[] {
  if (path.startsWith('\0')) return ['node_modules/rolldown'];
  const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u.exec(path) ?? [];
  return folder === undefined ? [] : [folder];
}

describe('the compiled command', () => {
  const texts = fs
    .readdirSync('lib')
    .filter((name) => name.endsWith('.js'))
    .map((name) => fs.readFileSync(join('lib', name), 'utf8'));
  const namesIn = (pattern: RegExp) =>
    [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)))].toSorted();
  let folders: string[] = [];
  let chunks: Awaited<ReturnType<typeof bundleModules>> = [];
  beforeAll(async () => {
    const folder = makeFolder();
    chunks = await bundleModules(['src/bin.ts', 'src/index.ts'], folder);
    removeFolder(folder);
    const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules));
    const paths = modules.flatMap(([path, { code }]) => (code ? [path.replaceAll(sep, '/')] : []));
    folders = [...new Set(paths.flatMap(packageFolderOf))];
  });

  it('imports all dependencies, and no other package', () => {
    const imported = namesIn(/(?:^import |^import .* from |^\} from |\bimport\()"([^".][^"]*)"/gmu);
    expect(imported.filter((name) => !isBuiltin(name))).toEqual(Object.keys(packageFile.dependencies).toSorted());
  });

  it('has the packages in it that the bytes of a build come from, so that these follow from its version', () => {
    const names = folders.map((folder) => folder.replace(/^.*node_modules\//u, ''));
    expect(names).toEqual(expect.arrayContaining(['csv-parse', 'hyparquet', 'hyparquet-writer', 'yaml', 'zod']));
  });

  it('has no messages of zod in other languages, as `import { z }` would bring along', () => {
    expect(namesIn(/^\s*\/\/.*\bnode_modules\/zod\/v4\/locales\/(\w+)/gmu)).toEqual(['en']);
  });

  it('loads what cleans HTML for a description that has some alone', () => {
    const cleaning = chunks.filter(({ modules }) =>
      Object.keys(modules).some((path) => path.includes('/sanitize-html/')),
    );
    expect(cleaning).toHaveLength(1);
    for (const { fileName } of cleaning) {
      expect(chunks.filter(({ imports }) => imports.includes(fileName))).toEqual([]);
      expect(chunks.filter(({ dynamicImports }) => dynamicImports.includes(fileName))).toHaveLength(1);
    }
  });

  it('has no parser of style sheets, as no description keeps a style', () => {
    expect(folders.filter((folder) => /postcss/u.test(folder))).toEqual([]);
    expect(cleanDescription('<p style="color: red">Red</p>').toString()).toBe('<p>Red</p>');
  });

  it('comes with the license of every package in it, and of no other', () => {
    const licenses = fs.readFileSync('lib/LICENSES.txt', 'utf8');
    const named = [...licenses.matchAll(/^(\S+ \d+\.\d+\.\S+), .+, https:\/\/.+$/gmu)].map(([, name]) => name);
    const versions = folders.map((folder) => {
      const { name, version } = fs.readJsonSync(join(folder, 'package.json'));
      return `${name} ${version}`;
    });
    expect(named).toEqual(versions.toSorted());
    for (const folder of folders) {
      const files = fs.readdirSync(folder).filter((file) => /^licen[cs]e/iu.test(file));
      expect(files).toHaveLength(1);
      for (const file of files) expect(licenses).toContain(fs.readFileSync(join(folder, file), 'utf8').trim());
    }
  });
});

describe('install scripts', () => {
  const withScript = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = new Set(withScript.map(([path]) => path.replace(/^.*node_modules\//u, '')));

  it('are switched off for every version of npm', () => {
    expect(fs.readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/mu);
  });

  it('are listed and denied in package.json, for users who switch them on', () => {
    expect(packageFile.allowScripts).toEqual(Object.fromEntries([...names].map((name) => [name, false])));
  });

  it('are only in development dependencies', () => {
    expect(withScript.filter(([, { dev }]) => !dev)).toEqual([]);
  });

  it('are not in the package itself', () => {
    const lifecycle = /^(?:pre|post)?(?:install|prepare|publish|pack)$|^(?:prepublishOnly|dependencies)$/u;
    expect(Object.keys(packageFile.scripts).filter((name) => lifecycle.test(name))).toEqual([]);
  });
});

describe('the tarball', () => {
  it('is valid for every tool', async () => {
    const { tarball } = await packedPackage();
    const archive = new Uint8Array(fs.readFileSync(tarball));
    const { messages, pkg } = await publint({ strict: true, pack: { tarball: archive.buffer } });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  it('holds the command, the functions, the client, their documentation, and nothing else', async () => {
    const { files } = await packedPackage();
    const compiled = /^lib\/[\w-]+\.js$|^lib\/published\//u;
    expect(files.filter((path) => !compiled.test(path)).toSorted()).toEqual(
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'package.json',
        ...['LICENSES.txt', 'client.d.ts', 'index.d.ts', 'openapi-components.json', 'published.json'].map(
          (name) => `lib/${name}`,
        ),
        ...documentation.filter((path) => path.startsWith('docs/')),
      ].toSorted(),
    );
  });
});
