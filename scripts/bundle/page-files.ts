// The scripts and style sheets that pages load as they are: a file each, minified, without modules.
import { hash } from 'node:crypto';
import { basename, join } from 'node:path';
import { outputFileSync } from 'fs-extra/esm';
import { bundle } from 'lightningcss';
import { rolldown } from 'rolldown';
import { keptMessages } from './messages.ts';

/** Writes a file of each TypeScript or CSS source into the folder, with all that the source imports, and returns its name, which `isHashed` derives from its content. Scripts have the `messages` with these names. */
export async function bundlePageFiles(
  sources: readonly string[],
  folder: string,
  { isHashed = false, messages = [] }: { readonly isHashed?: boolean; readonly messages?: readonly string[] } = {},
): Promise<string[]> {
  return Promise.all(
    sources.map(async (source) => {
      const [name = '', kind] = basename(source).split('.');
      const code = kind === 'css' ? styleOf(source) : await scriptOf(source, messages);
      const digest = isHashed ? `-${hash('sha256', code).slice(0, 8)}` : '';
      const path = join(folder, `${name}${digest}.${kind === 'css' ? 'css' : 'js'}`);
      outputFileSync(path, code);
      return basename(path);
    }),
  );
}

/** A style sheet with those that it imports. */
export function styleOf(source: string): string {
  return bundle({ filename: source, minify: true }).code.toString();
}

async function scriptOf(source: string, messages: readonly string[]): Promise<string> {
  await using bundling = await rolldown({
    input: source,
    platform: 'browser',
    transform: { target: 'es2022' },
    plugins: [keptMessages(messages)],
    logLevel: 'warn',
  });
  const { output } = await bundling.generate({ format: 'iife', minify: true });
  return output[0].code;
}
