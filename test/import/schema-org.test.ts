// Courses of schema.org in JSON-LD.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder } from '../folders.ts';
import { importServed, importText, recordsIn, notesOf } from './imported.ts';

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => removeFolder(folder));

describe('schema-org', () => {
  const page = (value: unknown, head = '') =>
    `<!DOCTYPE html><html><head>${head}<!-- <script type="application/ld+json">{"@type":"Course","name":"No"}</script> --><script type="application/ld+json">${JSON.stringify(value)}</script></head></html>`;

  it('is found in a page, in graphs and behind references', async () => {
    const graph = {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'Organization', '@id': '#uni', name: 'Uni', url: 'https://uni.example/' },
        {
          '@type': ['Course', 'Product'],
          name: 'A &amp; B',
          url: '/a',
          provider: { '@id': '#uni' },
          inLanguage: 'en-GB',
          about: [{ name: 'X' }],
          hasCourseInstance: {
            '@type': 'CourseInstance',
            name: 'Run',
            startDate: '2024-02-03',
            instructor: { name: 'Ada' },
          },
        },
        {
          '@type': 'http://schema.org/LearningResource',
          headline: 'B',
          provider: 'Uni',
          inLanguage: { name: 'German' },
          license: { '@type': 'CreativeWork', name: 'Terms', url: 'https://x.example/terms' },
          dateModified: '2022-10-18 14:23:35 +0200',
        },
      ],
    };
    const { base, result } = await importServed(
      folder,
      { 'index.html': page(graph, '<link rel="canonical" href="BASE/page">') },
      'index.html',
    );
    expect(result.format).toBe('schema-org');
    expect(recordsIn(folder)).toMatchObject([
      {
        title: 'A & B',
        linkurl: `${base}/a`,
        provider: 1,
        language: ['English'],
        date_published: '2024-02-03',
        author: 'Ada',
        categories: [1],
      },
      {
        title: 'B',
        linkurl: `${base}/page`,
        provider: 1,
        language: ['German'],
        license: 'https://x.example/terms',
        date_modified: '2022-10-18T14:23:35+0200',
      },
    ]);
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([{ id: 1, name: 'Uni', url: 'https://uni.example/' }]);
  });

  it('takes the address of a license that has a name too, and the website of the provider that it names', async () => {
    const course = (name: string, more: object) => ({
      '@type': 'Course',
      name,
      url: `https://a.example/${name}`,
      inLanguage: 'en',
      ...more,
    });
    const license = { '@type': 'CreativeWork', name: 'Terms', url: 'https://x.example/terms' };
    const courses = [
      course('A', { license, provider: [{ name: 'W' }, { name: 'U2', url: 'https://u2.example/' }] }),
      course('B', { license: { name: 'CC BY 4.0', '@id': '#cc' }, provider: { url: 'https://none.example/' } }),
      course('C', { provider: 'V', publisher: { name: 'U3', url: 'https://u3.example/' } }),
    ];
    const result = await importText(folder, 'list.json', JSON.stringify(courses), { provider: 'P' });
    expect(recordsIn(folder).map((one) => one['license'])).toEqual([
      'https://x.example/terms',
      'https://creativecommons.org/licenses/by/4.0/',
      undefined,
    ]);
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual(
      ['W', 'P', 'V'].map((name, at) => ({ id: at + 1, name })),
    );
    expect(notesOf(result)).toContain('1 further provider of a course');
  });
});
