// The licenses of the packages in a bundle, which their authors require with every copy.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonSync } from 'fs-extra/esm';
import * as z from 'zod';

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().default('licensed as follows'),
  repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]),
});

/** One text, under a heading, with the notices of every package that one of the modules belongs to. Fails if a package has none. */
export function licensesOf(modules: readonly string[], heading: string): string {
  const folders = new Set(modules.flatMap(packageFolder));
  if (folders.size === 0) throw new Error('no package is in the bundle, or its modules have other paths than expected');
  const texts = Array.from(folders, licenseIn).toSorted();
  return `${[heading, ...texts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** None for our own code. */
function packageFolder(path: string): string[] {
  const found = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path);
  return found === null ? [] : [found[0]];
}

function licenseIn(folder: string): string {
  const { name, version, license, repository } = manifest.parse(readJsonSync(join(folder, 'package.json')));
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8').trim();
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/iu.test(file));
  const texts = files.toSorted().map(textOf);
  if (texts.length === 0 || texts.includes(''))
    throw new Error(`${folder} holds no license to publish beside its code`);
  return [`${name} ${version}, ${license}, ${addressOf(repository)}`, ...texts].join('\n\n');
}

/** `git://` and `http://` are no longer served, and `owner/name` is npm's short form. */
function addressOf(repository: string): string {
  const address = repository
    .replace(/^git\+/u, '')
    .replace(/^ssh:\/\/git@/u, 'https://')
    .replace(/^git@([^:/]+):/u, 'https://$1/')
    .replace(/^(?:git|http):/u, 'https:');
  return address.replace(/^(?:github:)?(?=[^/:]+\/[^/:]+$)/u, 'https://github.com/');
}
