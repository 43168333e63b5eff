// `check` on values of absurd length and depth.
import { describe, expect, it } from 'vitest';
import { findingsIn, line } from './odd-catalog.ts';

const deep = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);

const soundOf = (courses: number) => `sound: ${courses} courses, 1 providers, 1 categories`;

describe('a line of 50 MB', () => {
  const long = 'x'.repeat(50_000_000);

  it('is a course like any other', async () => {
    const files = {
      'courses/a.ndjson': line(1) + line(2, { title: long }) + line(3),
      'courses/b.json': line(4, { tags: long }),
    };
    expect(await findingsIn(files)).toEqual([expect.stringContaining(soundOf(4))]);
  });

  it('is explained if it is garbage', async () => {
    const files = {
      'courses/a.ndjson': `${line(1)}${long}\n${line(2, { title: '' })}`,
      'courses/b.json': ','.repeat(50_000_000),
    };
    expect(await findingsIn(files)).toEqual([
      'data/courses/a.ndjson:2:1 not JSON: this is not a JSON value (are its double quotes missing?)',
      'data/courses/a.ndjson:3:9 course 2: "title" is an empty text',
      'data/courses/b.json:1:1 not JSON: expected a value (is there an extra comma before it?)',
    ]);
  });

  it('is truncated when it is shown', async () => {
    const findings = await findingsIn({ 'courses.ndjson': line(1, { language: long, provider: long }) });
    expect(findings).toEqual([`data/courses.ndjson:1:62 course 1: "provider" is the text "${'x'.repeat(60)}…"`]);
  });
});

describe('a nesting of 100,000 levels', () => {
  const levels = 100_000;

  it('is not a course, and the positions beside it are right', async () => {
    const files = {
      'courses/a.ndjson': `{"id": 1, "title": ${deep(levels)}, "linkurl": 7}\n`,
      'courses/b.json': `[\n${line(2)},\n  {"id": 3, "tags": ${deep(levels, '{"a":[', ']}')},\n   "linkurl": 8}\n]\n`,
    };
    const findings = await findingsIn(files);
    expect(findings).toContain('data/courses/a.ndjson:1:11 course 1: "title" is an array');
    expect(findings).toContain('data/courses/a.ndjson:1:200022 course 1: "linkurl" is the number 7');
    expect(findings).toContain('data/courses/b.json:4:13 course 3: "tags" is an object');
    expect(findings).toContain('data/courses/b.json:5:4 course 3: "linkurl" is the number 8');
  });

  it('is explained if it is not JSON', async () => {
    expect(await findingsIn({ 'courses.json': '['.repeat(levels) })).toEqual([
      'data/courses.json:1:1 not JSON, and nested too deeply to tell where',
    ]);
  });

  it('is explained if it is YAML, before the parser fails', async () => {
    const files = {
      'courses/a.yaml': deep(levels),
      'courses/b.yaml': '- '.repeat(20_000),
      'courses/c.yaml': `- id: 1\n  title: ${deep(300)}\n`,
      'courses/d.yaml': `- id: 1\n  title: ${deep(200)}\n`,
    };
    const findings = await findingsIn(files);
    expect(findings.slice(0, 4)).toEqual([
      'data/courses/a.yaml:1:257 cannot be read as YAML: it is nested more than 256 levels deep here',
      'data/courses/b.yaml:1:513 cannot be read as YAML: it is nested more than 256 levels deep here',
      'data/courses/c.yaml:2:264 cannot be read as YAML: it is nested more than 256 levels deep here',
      'data/courses/d.yaml:1:3 course 1: "date_published" is missing',
    ]);
    expect(findings).toContain('data/courses/d.yaml:2:3 course 1: "title" is an array');
  });

  it('is accepted for categories, and a duplicate id at its end is found', async () => {
    const nested = (last: number) => {
      const opened = Array.from({ length: 30_000 }, (_, at) => `{"id":${at + 1},"name":"C","children":[`);
      return `${opened.join('')}{"id":${last},"name":"Last"}${']}'.repeat(30_000)}`;
    };
    const sound = await findingsIn({
      'categories.json': nested(30_001),
      'courses.ndjson': line(1, { categories: [30_001] }),
    });
    expect(sound).toEqual([expect.stringContaining('sound: 1 courses, 1 providers, 30001 categories')]);
    const twin = await findingsIn({ 'categories.json': nested(7), 'courses.ndjson': line(1) });
    expect(twin).toEqual([expect.stringMatching(/^data\/categories\.json:1:\d+ category 7: the id is taken by /u)]);
  });
});
