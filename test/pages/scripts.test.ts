// Course pages in scripts without spaces, and with several names of one language.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBuild } from '../build/run.ts';
import { makeFolder, removeFolder, writeFiles } from '../folders.ts';
import { firstBlockIn } from './harvester.ts';

const sentence = '本课程介绍如何使用编程语言解决实际问题，适合没有任何基础的初学者。';
const course = (id: number, description: string, language: string | string[]) => ({
  id,
  title: `Course ${id}`,
  linkurl: `https://example.org/${id}`,
  provider: 1,
  language,
  date_published: '2024-05-28',
  description,
});

const folder = makeFolder();
let pages: ReadonlyMap<string, string>;
beforeAll(async () => {
  const courses = [
    course(1, `Python ${sentence.repeat(8)}`, ['Chinese', '中文', 'English']),
    course(2, `A ${'😀'.repeat(300)}`, ['Chinese', '中文']),
    course(3, 'word '.repeat(60), 'English'),
  ];
  const data = {
    'providers.json': '[{"id": 1, "name": "A"}]',
    'categories.json': '[]',
    'courses.json': JSON.stringify(courses),
  };
  writeFiles(join(folder, 'data'), data);
  const out = join(folder, 'dist');
  await runBuild({ data: join(folder, 'data'), out, chosen: { coursePages: true } });
  const texts = readdirSync(join(out, 'courses')).map((hash) =>
    readFileSync(join(out, 'courses', hash, 'index.html'), 'utf8'),
  );
  pages = new Map(texts.map((text) => [/<h1[^>]*>([^<]*)/u.exec(text)?.[1] ?? '', text]));
});
afterAll(() => removeFolder(folder));

const page = (id: number) => pages.get(`Course ${id}`) ?? '';

describe('the summary of a course', () => {
  const summary = (id: number) => /<meta name="description" content="([^"]*)"/u.exec(page(id))?.[1] ?? '';

  it('has its length where the text has no spaces', () => {
    expect(summary(1)).toHaveLength(160);
    expect(summary(1)).toBe(`Python ${sentence.repeat(8)}`.slice(0, 159) + '…');
  });

  it('ends with a whole character', () => {
    expect(summary(2)).toBe(`A ${'😀'.repeat(78)}…`);
  });

  it('ends with a whole word where there are spaces', () => {
    expect(summary(3)).toBe(`${'word '.repeat(31)}word…`);
  });
});

describe('the languages of a course', () => {
  const languages = (id: number) => JSON.parse(firstBlockIn(page(id)) ?? 'null').inLanguage;

  it('are named once each in structured data, whatever names they have', () => {
    expect(languages(1)).toEqual(['zh', 'en']);
    expect(languages(2)).toBe('zh');
    expect(page(2)).toContain('<h1 dir="auto" lang="zh">');
    expect(page(1)).toContain('<h1 dir="auto">');
  });
});
