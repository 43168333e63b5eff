// Lists of links in Markdown and HTML: what begins and ends them, what their texts say, and documents that once took minutes.
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { moments, processorClock } from '../helpers/limits.ts';
import { importText, problemsOf, recordsIn, type Chosen } from './imported.ts';

const answers: Chosen = { map: 'provider=Name|In brackets', provider: '{Host}', language: 'English' };
const address = 'https://a.example/';
const page = (body: string) => `<!doctype html><html><body>${body}</body></html>`;
const anchor = (title: string) => `<a href="${address}${title}">${title}</a>`;

/** Imports a document, and returns its courses. */
async function coursesIn(folder: string, file: string, text: string, chosen: Chosen = {}) {
  const { skipped } = await importText(folder, file, text, { ...answers, ...chosen });
  const courses = recordsIn(folder);
  return { courses, titles: courses.map(({ title }) => title), skipped };
}

describe('a document is read or refused in moments', () => {
  it.for([
    ['markers of items in each other', 'list.md', `- [A](${address})\n\n${'- '.repeat(1000)}x`],
    ['comments before no page', 'list.html', `${'<!-- a -->\n'.repeat(1000)}x`],
    ['short remarks', 'list.html', page(`<h1>A</h1><li>${anchor('A')}${' - free'.repeat(40_000)}`)],
    ['dashes in a remark', 'list.html', page(`<h1>A</h1><li>${anchor('A')} a${' -'.repeat(200_000)} b`)],
    ['dashes before a link', 'list.html', page(`<h1>A</h1><li>a${' -'.repeat(200_000)} b ${anchor('A')}`)],
    ['spaces in names', 'list.csv', `title,url,organiser\n${`A,${address},a${' '.repeat(9000)}b\n`.repeat(200)}`],
    ['a column of long words', 'list.csv', `title,url,x\nA,${address},${'a@'.repeat(5000)}\n`.repeat(20)],
  ])('%s', async ([, file = '', text = ''], { folder }) => {
    const seconds = processorClock();
    await importText(folder, file, text, answers).catch(() => {});
    expect(seconds()).toBeLessThan(moments);
  });
});

describe('no course is lost', () => {
  it('between two rules, of which one begins the document', async ({ folder }) => {
    const text = `---\n\n# A\n\n- [Optics](${address}1)\n\n---\n\n- [Law](${address}2)\n`;
    expect((await coursesIn(folder, 'list.md', text)).titles).toEqual(['Optics', 'Law']);
    const keys = `---\n# Keys\ntitle: A\nlink: "- [Ropes](${address}3)"\n---\n- [Optics](${address}1)\n`;
    expect((await coursesIn(join(folder, 'b'), 'list.md', keys)).titles).toEqual(['Optics']);
    const prose = `---\nNote: what follows is free.\n\n- [Optics](${address}1)\n---\n\n- [Law](${address}2)\n`;
    expect((await coursesIn(join(folder, 'c'), 'list.md', prose)).titles).toEqual(['Optics', 'Law']);
  });

  it('in a table whose rows have headings of their own', async ({ folder }) => {
    const rows = ['Optics', 'Law', 'Ropes'].map(
      (title) => `<tr><th scope="row">${anchor(title)}</th><td>Uni</td></tr>`,
    );
    const { titles } = await coursesIn(folder, 'list.html', page(`<h1>A</h1><table>${rows.join('')}</table>`));
    expect(titles).toEqual(['Optics', 'Law', 'Ropes']);
  });

  it('in a table above all headings, or on a page without one', async ({ folder }) => {
    const table = `<table><tr><th>Course</th></tr><tr><td>${anchor('Optics')}</td></tr></table>`;
    expect((await coursesIn(folder, 'list.html', page(table))).titles).toEqual(['Optics']);
    const { titles } = await coursesIn(
      join(folder, 'b'),
      'list.html',
      page(`${table}<h1>A</h1><ul><li>${anchor('Law')}</ul>`),
    );
    expect(new Set(titles)).toEqual(new Set(['Law', 'Optics']));
  });

  it('nor made of a menu in a table above the first heading', async ({ folder }) => {
    const menu = `<table><tr><td>${anchor('News')}</td><td>${anchor('Contact')}</td></tr></table>`;
    const text = page(`${menu}<h1>A</h1><ul><li>${anchor('Law')}</ul>`);
    const { titles, skipped } = await coursesIn(folder, 'list.html', text);
    expect(titles).toEqual(['Law']);
    expect(skipped).toMatchObject([{ reason: 'link outside of lists and tables', count: 2 }]);
    expect((await coursesIn(join(folder, 'b'), 'list.html', page(menu))).titles).toEqual(['News']);
  });

  it('in a first row of a table, where the user says that it is one', async ({ folder }) => {
    const text = `# A\n\n| [Optics](${address}1) | Uni |\n|---|---|\n| [Law](${address}2) | Uni |\n`;
    const chosen = { headings: false, map: 'title=Column 1' };
    expect((await coursesIn(folder, 'list.md', text, chosen)).titles).toEqual(['Optics', 'Law']);
  });

  it('below an element that a title names', async ({ folder }) => {
    const items = Array.from(
      { length: 900 },
      (_, index) => `- [Course ${index}](${address}long/path/of/${index}) - Uni\n`,
    );
    const text = `# A\n\n- [The \`<script>\` tag](${address}tag)\n\n${'-'.repeat(80)}\n\n${items.join('\n')}`;
    expect((await coursesIn(folder, 'list.md', text)).titles).toHaveLength(901);
  });
});

describe('links in an item', () => {
  it('of words that come again lead to parts of its course', async ({ folder }) => {
    const partsOf = (name: string, at: string) =>
      `- ${name}\n  - [Home page](${address}${at})\n  - [Films](${address}${at}/films)\n`;
    const text = `# A\n\n${['Optics', 'Law', 'Ropes'].map((name, at) => partsOf(name, String(at))).join('')}`;
    const linked = text.replaceAll(/- (\w+)\n/gu, `- [$1](${address}$1)\n`);
    for (const [at, list] of [text, linked].entries()) {
      const { courses, skipped } = await coursesIn(join(folder, String(at)), 'list.md', list);
      expect(courses.map(({ title }) => title)).toEqual(['Optics', 'Law', 'Ropes']);
      expect(skipped).toMatchObject([{ reason: 'further link of an entry', count: at === 0 ? 3 : 6 }]);
    }
  });

  it('that show a code have the name after it', async ({ folder }) => {
    const text = `- [CS 101](${address}1) **Light and Lenses** *Uni A*\n- [6.004](${address}2) - Uni B\n- [CS50](${address}3) is fun\n`;
    const { courses } = await coursesIn(folder, 'list.md', text);
    expect(courses.map(({ title }) => title)).toEqual(['CS 101 Light and Lenses', '6.004', 'CS50']);
  });

  it('of other words are courses of their own', async ({ folder }) => {
    const text = `- Optics\n  - [Light](${address}1)\n  - [Colors](${address}2)\n`;
    expect((await coursesIn(folder, 'list.md', text)).titles).toEqual(['Light', 'Colors']);
  });
});

describe('the text of an item', () => {
  it('has flags by the names that GitHub knows, and other pictures', async ({ folder }) => {
    const signs = ['v2', 'tm', 'sa', 'id', 'cl', 'es'];
    const text = `# A\n\n${signs.map((sign) => `- [T${sign}](${address}${sign}) :${sign}:\n`).join('')}`;
    const { courses, skipped } = await coursesIn(folder, 'list.md', text);
    expect(courses.map(({ language }) => String(language))).toEqual([...Array(5).fill('English'), 'Spanish']);
    expect(skipped).toMatchObject([{ count: 5, reason: expect.stringContaining('is not used') }]);
  });

  it('has the title before an address in brackets', async ({ folder }) => {
    const text = `# A\n\n- Optics (${address}1)\n- Law [${address}2] - free\n`;
    const { courses } = await coursesIn(folder, 'list.md', text);
    expect(courses).toMatchObject([{ title: 'Optics' }, { title: 'Law', price: '0' }]);
  });

  it('has capitals in brackets as languages only beside other codes', async ({ folder }) => {
    const text = `# A\n\n- [Nets](${address}1) (IT)\n- [Loops](${address}2) (BASIC)\n- [Film](${address}3) (Basic)\n`;
    const { courses } = await coursesIn(folder, 'list.md', text);
    expect(courses.map(({ language, level }) => [language, level])).toEqual([
      [['English'], undefined],
      [['English'], undefined],
      [['English'], 'Basic'],
    ]);
    expect(recordsIn(folder, 'providers/list.ndjson')).toMatchObject([{ name: 'a.example' }]);
    const beside = await coursesIn(join(folder, 'b'), 'list.md', `${text}- [Luz](${address}4) (ES)\n`);
    expect(beside.courses.map(({ language }) => String(language))).toEqual([
      'Italian',
      'English',
      'English',
      'Spanish',
    ]);
  });

  it('that is struck out is quoted', async ({ folder }) => {
    const text = `# A\n\n- [Optics](${address}1)\n- ~~[Law](${address}2) - Uni~~\n`;
    const { skipped } = await coursesIn(folder, 'list.md', text);
    expect(skipped).toMatchObject([{ examples: [expect.stringContaining('"Law - Uni"')] }]);
  });
});

describe('the language that the name of a file ends with', () => {
  const text = `# A\n\n- [Optics](${address}1)\n`;
  const { language: _, ...open } = answers;

  it.for(['cursos-de-java.md', 'courses-it.md'])('is none where it may be a word: %s', async (file, { folder }) => {
    expect(await problemsOf(importText(folder, file, text, open))).toEqual([expect.stringContaining('no language')]);
  });

  it('is that of courses, unless the user says another', async ({ folder }) => {
    await importText(folder, 'kurse-de.md', text, open);
    expect(recordsIn(folder)).toMatchObject([{ language: ['German'] }]);
    const { courses } = await coursesIn(join(folder, 'b'), 'kurse-de.md', text);
    expect(courses).toMatchObject([{ language: ['English'] }]);
  });
});
