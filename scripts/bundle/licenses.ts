// The licenses of the packages in a bundle, which their authors require with every copy.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]),
});

/** One text, under a heading, with the notices of every package that one of the modules belongs to. Fails if a package has none. */
export function licensesOf(modules: readonly string[], heading: string): string {
  const folders = new Set(modules.flatMap(packageFolder));
  if (folders.size === 0) throw new Error('no package is in the bundle, or its modules have other paths than expected');
  const texts = [...folders].toSorted().map(licenseIn);
  return `${[heading, ...texts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** None for our own code. */
function packageFolder(path: string): string[] {
  const found = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path);
  return found === null ? [] : [found[0]];
}

function licenseIn(folder: string): string {
  const { name, version, license, repository } = manifest.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/iu.test(file));
  if (files.length === 0) throw new Error(`${folder} holds no license to publish beside its code`);
  const texts = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version}, ${license}, ${addressOf(repository)}`, ...texts].join('\n\n');
}

/** `git://` is no longer served, and `owner/name` is npm's short form. */
function addressOf(repository: string): string {
  const address = repository.replace(/^git\+/u, '').replace(/^git:/u, 'https:');
  return address.replace(/^(?:github:)?(?=[^/:]+\/[^/:]+$)/u, 'https://github.com/');
}
