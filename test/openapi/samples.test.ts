// The samples of code in the OpenAPI document: each runs as it stands against a preview whose address it names.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { pageLinkForms, type PageLinks } from '../../src/api/paging.ts';
import { oddCatalog, openSite, type Site } from '../preview/site.ts';
import { isMissing, neededFor } from '../programs.ts';
import { documentOf, inputOf } from './document.ts';

/** How a person runs a sample. */
const languages = {
  Shell: { program: 'sh', needs: 'curl', ending: 'sh' },
  JavaScript: { program: process.execPath, needs: undefined, ending: 'mjs' },
  Python: { program: 'python3', needs: 'python3', ending: 'py' },
} as const;
type Language = keyof typeof languages;

let site: Site | undefined;
afterEach(() => site?.close());

describe.each(['Shell', 'JavaScript', 'Python'] as const)('the samples in %s', { timeout: 180_000 }, (language) => {
  const { needs } = languages[language];
  const isSkipped = needs !== undefined && isMissing(needs);
  const needed = needs === undefined ? '' : neededFor(needs);

  it.skipIf(isSkipped).each(pageLinkForms)(
    `read every endpoint of a build with %s links${needed}`,
    async (pageLinks) => {
      const open = await openSite('data', { pageLinks });
      site = open;
      const samples = samplesOf(open, language, pageLinks);
      expect(samples.map(({ path }) => path)).toContain('/api/v1/languages/{language}/courses/');
      for (const { path, source, asked } of samples) {
        const printed = await run(open.folder, language, source);
        const answer = await fetch(asked);
        expect(faultOf(language, printed, await answer.json()), path).toBe('');
      }
    },
  );

  it.skipIf(isSkipped).each(["l'occitan", 'a $& b', 'Ñandé & co; a=b'])(
    `read the courses in a language called "%s"${needed}`,
    async (name) => {
      const open = await openSite(oddCatalog());
      site = open;
      const path = '/api/v1/languages/{language}/courses/';
      const sample = samplesOf(open, language, 'query', name).find((one) => one.path === path);
      const printed = await run(open.folder, language, sample?.source ?? '');
      const answer = await fetch(`${open.preview.url}/api/v1/languages/${encodeURIComponent(name)}/courses/`);
      const body: unknown = await answer.json();
      expect(body).toMatchObject({ count: 12, language: name });
      expect(faultOf(language, printed, body)).toBe('');
    },
  );
});

/** The samples of a language, and the address that each names first. */
function samplesOf(
  { out, preview }: Site,
  language: Language,
  pageLinks: PageLinks,
  shown?: string,
): { path: string; source: string; asked: string }[] {
  const { paths } = documentOf(inputOf(out, { baseUrl: preview.url, pageLinks, pageSize: 5 }, shown));
  return Object.entries(paths).map(([path, { get }]) => {
    const source = get['x-codeSamples']?.find(({ lang }) => lang === language)?.source ?? '';
    const asked = /http:[^"\s]+\//u.exec(source.replaceAll(String.raw`'\''`, '%27'))?.[0] ?? '';
    return { path, source, asked };
  });
}

async function run(folder: string, language: Language, source: string): Promise<string> {
  const { program, ending } = languages[language];
  const file = join(folder, `sample.${ending}`);
  writeFileSync(file, source);
  // A proxy of this machine is not asked for what is on this machine.
  const env = { ...process.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };
  return (await promisify(execFile)(program, [file], { env, maxBuffer: 100_000_000 })).stdout;
}

/** What is wrong with the output of a sample: curl prints the response, the others print lists line by line. */
function faultOf(language: Language, printed: string, body: unknown): string {
  if (language !== 'Shell' && typeof body === 'object' && body !== null && 'count' in body) {
    const lines = printed.trimEnd().split('\n').length;
    return lines === body.count ? '' : `${lines} lines of ${String(body.count)} courses`;
  }
  if (language === 'JavaScript') return /^[[{]/u.test(printed) ? '' : `no value: ${printed}`;
  return isDeepStrictEqual(JSON.parse(printed), body) ? '' : `another value: ${printed}`;
}
