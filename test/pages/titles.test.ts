// Titles with character references: decoded wherever people see them, and as in the source in the API.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { plainCourse } from '../build/small-catalog.ts';
import { sharedBuild } from '../helpers/builds.ts';
import { it } from '../helpers/fixture.ts';
import { linkhashOf } from '../../src/catalog/course.ts';
import { filesIn } from '../helpers/folders.ts';

it('a title with character references is decoded once on every page and in every feed, and not in the API', async () => {
  const title = String.raw`Caf&eacute;s &amp;amp; R&amp;D \| C\# \n`;
  const course = plainCourse(1, { title, author: 'Zo&euml;', tags: 'Tea &amp; Milk' });
  const out = await sharedBuild(
    {
      'providers.json': '[{"id":1,"name":"One"}]',
      'categories.json': '[]',
      'courses.json': JSON.stringify([course]),
    },
    { pages: true, dumps: ['csv'] },
  );
  const fileAt = (path: string) => readFileSync(join(out, path), 'utf8');
  const linkhash = linkhashOf(course.linkurl);
  const inMarkup = String.raw`Cafés &amp;amp; R&amp;D | C# \n`;
  const pages = ['index.html', 'courses/index.html', `courses/${linkhash}/index.html`, 'languages/English/index.html'];
  for (const path of [...pages, 'feed.xml', 'feeds/providers/1/feed.xml'])
    expect(fileAt(path), path).toContain(inMarkup);
  const [results = ''] = filesIn(join(out, 'search/courses'));
  for (const path of ['feed.json', `search/courses/${results}`])
    expect(fileAt(path)).toContain(String.raw`"Cafés &amp; R&D | C# \\n"`);
  expect([fileAt('feed.json').includes('"Tea & Milk"'), fileAt('feed.xml').includes('"Tea &amp; Milk"')]).toEqual([
    true,
    true,
  ]);
  expect(fileAt(`courses/${linkhash}/index.html`)).toContain(String.raw`"name":"Cafés &amp; R&D | C# \\n"`);
  for (const path of filesIn(out).filter((one) => one.endsWith('.html') && !one.startsWith('docs/')))
    expect(fileAt(path), path).not.toMatch(/eacute|euml/u);
  for (const path of ['index.html', `search/courses/${results}`]) expect(fileAt(path)).toContain('Zoë');
  for (const path of ['api/v1/courses/latest/index.json', 'api/v1/providers/1/courses/index.json', 'dumps/courses.csv'])
    expect(fileAt(path)).toContain(path.endsWith('.csv') ? title : JSON.stringify(title));
});
