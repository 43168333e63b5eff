// Edits of a catalog with pages for courses and dumps: which files they rewrite, and what the files amount to.
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { buildMuchLater, runBuild } from '../build/run.ts';
import { it } from '../fixture.ts';
import { snapshot, writeFiles } from '../folders.ts';

/** More than fit on one page of a provider. */
const ids = Array.from({ length: 250 }, (_, at) => at + 1);
const edited = 150;

function courses(title: string): string {
  const lines = ids.map((id) =>
    JSON.stringify({
      id,
      title: id === edited ? title : `Course ${id}`,
      linkurl: `https://example.org/${id}`,
      provider: 1 + (id % 2),
      language: 'English',
      date_published: '2020-01-01',
    }),
  );
  return `${lines.join('\n')}\n`;
}

it('rewrites the lists of course pages where only the tag of a language is new', async ({ folder }) => {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  const chosen = { site: true, coursePages: true } as const;
  writeFiles(data, {
    'providers.json': '[{"id":1,"name":"One"}]',
    'categories.json': '[]',
    'languages.json': '[{"name":"Klingon"}]',
    'courses.ndjson': courses('Old').replaceAll('"provider":2', '"provider":1').replaceAll('English', 'Klingon'),
  });
  await runBuild({ data, out, chosen });
  writeFileSync(join(data, 'languages.json'), '[{"name":"Klingon","tag":"tlh"}]');
  await buildMuchLater({ data, out, chosen });
  expect(readFileSync(join(out, 'providers/1/index.html'), 'utf8')).toContain('lang="tlh"');
  await runBuild({ data, out: join(folder, 'fresh'), chosen });
  expect(snapshot(out)).toEqual(snapshot(join(folder, 'fresh')));
});

it('rewrites for an edited title one view, one course page, one list page and no other HTML, and all files count', async ({
  folder,
}) => {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  writeFiles(data, {
    'providers.json': JSON.stringify([1, 2].map((id) => ({ id, name: `Provider ${id}` }))),
    'categories.json': '[]',
    'courses.ndjson': courses('Old'),
  });
  const run = { data, out, chosen: { site: true, coursePages: true, dumps: ['ndjson', 'csv'], latest: 3 } } as const;
  await runBuild(run);
  writeFileSync(join(data, 'courses.ndjson'), courses('New'));
  const { changes, ...result } = await buildMuchLater(run);
  const linkhash = createHash('md5').update(`https://example.org/${edited}`).digest('hex');
  const rewritten = [...changes.changed].filter((path) => /\.html$|\/view\/|sitemap/u.test(path));
  expect(rewritten.toSorted()).toEqual(
    [
      `api/v1/courses/view/${linkhash}/index.json`,
      `courses/${linkhash}/index.html`,
      'providers/1/index.html',
    ].toSorted(),
  );
  expect([...changes.added, ...changes.removed]).toEqual([]);
  expect(readFileSync(join(out, 'providers/1/index.html'), 'utf8')).toContain('>New</a>');
  const files = snapshot(out);
  expect(files.has('providers/1/page/2/index.html')).toBe(true);
  const entries = [...files.keys()].map((path) => statSync(join(out, path))).filter((entry) => entry.isFile());
  expect(result).toMatchObject({ files: entries.length, bytes: entries.reduce((sum, { size }) => sum + size, 0) });
});
