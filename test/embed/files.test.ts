// What is published for lists in pages of others: the script of the element, the page for frames, and the code of both.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { elementCode, frameCode, type EmbeddedList } from '../../src/outputs/embed/snippets.ts';
import { messagesOf } from '../../src/text/locales/locales.ts';
import { localeTags } from '../../src/text/locales/tags.ts';
import { it } from '../helpers/fixture.ts';
import { buildFor, filesOn } from '../hosts/build-for.ts';

const baseUrl = 'https://courses.example.org/open';

describe('a site', () => {
  it('has a script of less than 26.5 kB compressed, with its own color and language, and no code in texts', async ({
    folder,
  }) => {
    const chosen = { pages: true, coursePages: true, color: '#b91c1c', locale: 'pt' } as const;
    await buildFor({ host: 'nginx', out: folder, baseUrl, chosen });
    const script = readFileSync(join(folder, 'embed/course-list.js'), 'utf8');
    expect(gzipSync(script).length).toBeLessThan(26_500);
    const settings = /^const catalogSettings=(\{.*\});\n/u.exec(script)?.[1] ?? '';
    expect(JSON.parse(settings)).toMatchObject({ language: 'pt' });
    expect(settings).toContain('light-dark(#b91c1c,');
    expect(script).not.toMatch(/\beval\(|\bFunction\(|\.innerHTML=[^=]|setHTML|document\.write|^import |\bimport\(/mu);
  });

  it('has the messages of the element in every language, and no others, in the script', async ({ folder }) => {
    await buildFor({ host: 'nginx', out: folder, baseUrl, chosen: { pages: true } });
    const script = readFileSync(join(folder, 'embed/course-list.js'), 'utf8');
    for (const tag of localeTags) {
      expect(script).toContain(messagesOf[tag]['failure.text']);
      expect(script).not.toContain(messagesOf[tag]['frame.skip']);
    }
  });

  it('has a page for frames that search engines do not list', async ({ folder }) => {
    await buildFor({
      host: 'nginx',
      out: folder,
      baseUrl,
      chosen: { pages: true, locale: 'ar', title: 'A & B' },
    });
    const page = readFileSync(join(folder, 'embed/index.html'), 'utf8');
    expect(page).toContain('<html lang="ar" dir="rtl">');
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toContain('<title>A &amp; B</title>');
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/u);
  });

  it('has neither without pages for people', async ({ folder }) => {
    await buildFor({ host: 'nginx', out: folder, baseUrl, chosen: { pages: false } });
    expect(existsSync(join(folder, 'embed'))).toBe(false);
  });

  it('lets every site frame that page and no other, and asks for the script again', () => {
    const rules = filesOn('netlify').find(({ path }) => path === '_headers')?.text ?? '';
    const blockOf = (path: string) => rules.split(/\n(?=\/)/u).find((block) => block.startsWith(`${path}\n`)) ?? '';
    expect(blockOf('/embed/')).toContain('; frame-ancestors *\n');
    expect(blockOf('/docs/')).toContain("; frame-ancestors 'none'\n");
    expect(blockOf('/embed/course-list.js')).toContain('Cache-Control: public, max-age=300');
  });
});

describe('the code of a list', () => {
  const list: EmbeddedList = {
    catalog: `${baseUrl}/`,
    name: 'Courses in "A & B" <script>',
    address: `${baseUrl}/languages/A%20%26%20B/`,
    attributes: [
      ['language', 'A & B'],
      ['language', 'Greek, Modern'],
      ['query', '"><script>'],
    ],
  };

  it('is an element with its script, in which every text is escaped', () => {
    expect(elementCode(list)).toBe(
      `<script type="module" src="${baseUrl}/embed/course-list.js"></script>
<course-list catalog="${baseUrl}/" language="A &amp; B|Greek, Modern" query="&quot;&gt;&lt;script&gt;"><a href="${baseUrl}/languages/A%20%26%20B/">Courses in &quot;A &amp; B&quot; &lt;script&gt;</a></course-list>`,
    );
  });

  it('is a frame whose address has the same', () => {
    expect(frameCode(list)).toBe(
      `<iframe src="${baseUrl}/embed/?language=A+%26+B&amp;language=Greek%2C+Modern&amp;query=%22%3E%3Cscript%3E" title="Courses in &quot;A &amp; B&quot; &lt;script&gt;" width="100%" height="600" loading="lazy"></iframe>`,
    );
    expect(frameCode({ ...list, attributes: [] })).toContain(`src="${baseUrl}/embed/"`);
  });
});
