// `check` on input that cannot be stored in Git or is too large for it: each test writes it to its own folder.
import { Buffer } from 'node:buffer';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { asAnyone } from '../folders.ts';
import { reportOf } from './report.ts';

type Files = Record<string, string | Buffer>;

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder with these files in its `data`. */
function folderOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'check-'));
  folders.push(folder);
  mkdirSync(join(folder, 'data'));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, 'data', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return folder;
}

/** What is reported for a catalog with these files, without the lines of the remedies. */
async function findingsOf(folder: string): Promise<string[]> {
  const lines = (await reportOf(folder)).trimEnd().split('\n');
  return lines.filter((line) => !line.startsWith('    '));
}

const references = {
  'providers.json': '[{ "id": 12, "name": "AVU" }]\n',
  'categories.json': '[{ "id": 1, "name": "Science" }]\n',
};

const catalog = (files: Files) => findingsOf(folderOf({ ...references, ...files }));

const course = (id: number, fields: object = {}) => ({
  id,
  title: `Course ${id}`,
  linkurl: `https://example.org/${id}`,
  provider: 12,
  language: 'English',
  date_published: '2024-05-28',
  ...fields,
});

const line = (id: number, fields: object = {}) => `${JSON.stringify(course(id, fields))}\n`;

const deep = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);

const soundOf = (courses: number) => `sound: ${courses} courses, 1 providers, 1 categories`;

describe('the source folder', () => {
  it('is reported as missing, and nothing else is reported', async () => {
    const folder = folderOf({});
    rmSync(join(folder, 'data'), { recursive: true });
    expect(await reportOf(folder)).toBe(
      'data: there is no such folder\n' +
        '    source-folder: use --data to name the folder that holds providers, categories and courses\n',
    );
  });

  it('is reported if it is a file', async () => {
    const folder = folderOf({});
    rmSync(join(folder, 'data'), { recursive: true });
    writeFileSync(join(folder, 'data'), '');
    expect(await findingsOf(folder)).toEqual(['data: is not a folder']);
  });

  it('may not have dangling links or links to themselves, and what they stand for is not reported as missing', async () => {
    const folder = folderOf({});
    symlinkSync('nothing.json', join(folder, 'data/courses.json'));
    symlinkSync('nothing.json', join(folder, 'data/notes.json'));
    symlinkSync('providers.csv', join(folder, 'data/providers.csv'));
    mkdirSync(join(folder, 'data/categories'));
    symlinkSync('../nothing', join(folder, 'data/categories/arts.csv'));
    expect(await findingsOf(folder)).toEqual([
      'data/categories/arts.csv: is a link to a file that is not there',
      'data/courses.json: is a link to a file that is not there',
      'data/providers.csv: is a link that leads back to itself',
    ]);
  });

  it('may have links to files', async () => {
    const folder = folderOf({ ...references, 'kept.txt': line(1) });
    symlinkSync('kept.txt', join(folder, 'data/courses.ndjson'));
    expect(await findingsOf(folder)).toEqual([expect.stringContaining('sound: 1 courses')]);
  });

  it('has each file read once, whatever links lead back to it', async () => {
    const folder = folderOf({ ...references, 'courses/a.ndjson': line(1) });
    symlinkSync('.', join(folder, 'data/courses/loop'));
    expect(await findingsOf(folder)).toEqual([
      'data/courses/loop: warning is not read: it is the same folder as data/courses',
      expect.stringContaining('sound: 1 courses'),
    ]);
  });

  it('may have a link from a name that is read to a file whose name is not', async () => {
    const folder = folderOf({ ...references, 'all-courses.ndjson': line(1) });
    symlinkSync('all-courses.ndjson', join(folder, 'data/courses.ndjson'));
    expect((await findingsOf(folder)).at(-1)).toContain('sound: 1 courses');
  });

  it('has every line reported that is not a record', async () => {
    const folder = folderOf({ ...references, 'courses.ndjson': `${line(1)}null\n${line(2)}[]\n` });
    const found = await findingsOf(folder);
    expect(found.map((one) => one.replace(/^\S+courses/u, ''))).toEqual([
      expect.stringContaining('.ndjson:2:1 the record is null'),
      expect.stringContaining('.ndjson:4:1 the record is an empty array'),
    ]);
  });

  it('has a file and a folder reported that the user may not read', async () => {
    const large = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => course(at + 1)));
    const folder = folderOf({ ...references, 'courses/a.json': large, 'courses/b.csv': 'id\n' });
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'data/courses/a.json'), 0);
    chmodSync(join(folder, 'data/courses/b.csv'), 0);
    // Loads lazily loaded modules now, as a user who may.
    await findingsOf(folder);
    expect(await asAnyone(() => findingsOf(folder))).toEqual([
      'data/courses/a.json: cannot be read: permission denied',
      'data/courses/b.csv: cannot be read: permission denied',
    ]);
    chmodSync(join(folder, 'data/courses'), 0);
    const findings = await asAnyone(() => findingsOf(folder));
    chmodSync(join(folder, 'data/courses'), 0o755);
    expect(findings).toEqual(['data/courses: cannot be read: permission denied']);
  });
});

describe('bytes that are not UTF-8', () => {
  const bad = Buffer.from([0x46, 0x72, 0x61, 0x6e, 0xe7, 0x61, 0x69, 0x73]);
  const around = (before: string, after: string) => Buffer.concat([Buffer.from(before), bad, Buffer.from(after)]);

  it('are reported in every format with line and column', async () => {
    const header = 'id,title,linkurl,provider,language,date_published\n';
    expect(
      await catalog({
        'courses/a.json': around('\ufeff[\n  {"title": "é\ufffd😀', '"}\n]\n'),
        'courses/b.ndjson': Buffer.concat([Buffer.from(line(1)), around('{"title": "', '"}\n'), Buffer.from(line(2))]),
        'courses/c.yaml': around('- id: 3\n  title: ', '\n'),
        'courses/d.csv': around(`${header}4,Four,https://example.org/4,12,English,2024-05-28\n5,"\n`, '"\n'),
      }),
    ).toEqual([
      'data/courses/a.json:2:22 is not UTF-8 here',
      'data/courses/b.ndjson:2:16 is not UTF-8 here',
      'data/courses/c.yaml:2:14 is not UTF-8 here',
      'data/courses/d.csv:3:1 is not UTF-8 in this row',
    ]);
  });

  it('are recognized as UTF-16', async () => {
    const content = Buffer.from('\ufeffid,title\n', 'utf16le');
    const files = {
      'courses/a.json': content,
      'courses/b.ndjson': content,
      'courses/c.yml': content,
      'courses/d.csv': content,
    };
    expect(await catalog(files)).toEqual([
      'data/courses/a.json:1:1 is UTF-16, not UTF-8',
      'data/courses/b.ndjson:1:1 is UTF-16, not UTF-8',
      'data/courses/c.yml:1:1 is UTF-16, not UTF-8',
      'data/courses/d.csv:1:1 is UTF-16, not UTF-8',
    ]);
  });

  it('may be NUL, which JSON rejects and CSV accepts', async () => {
    const header = 'id,title,linkurl,provider,language,date_published\n';
    expect(
      await catalog({
        'courses/a.ndjson': `${line(1)}\0\n{"title": "a\0b"}\n`,
        'courses/b.csv': `${header}2,a\0b,https://example.org/2,12,Eng\0lish,2024-05-28\n`,
      }),
    ).toEqual([
      'data/courses/a.ndjson:2:1 not JSON: this is no JSON value (are its double quotes missing?)',
      'data/courses/a.ndjson:3:11 not JSON: a control character must be escaped in JSON',
      'data/courses/b.csv:2:5 course 2: language "Eng\\u0000lish" holds the control character \\u0000',
    ]);
  });
});

describe('a line of 50 MB', () => {
  const long = 'x'.repeat(50_000_000);

  it('is a course like any other', async () => {
    const files = {
      'courses/a.ndjson': line(1) + line(2, { title: long }) + line(3),
      'courses/b.json': line(4, { tags: long }),
    };
    expect(await catalog(files)).toEqual([expect.stringContaining(soundOf(4))]);
  });

  it('is explained if it is garbage', async () => {
    const files = {
      'courses/a.ndjson': `${line(1)}${long}\n${line(2, { title: '' })}`,
      'courses/b.json': ','.repeat(50_000_000),
    };
    expect(await catalog(files)).toEqual([
      'data/courses/a.ndjson:2:1 not JSON: this is no JSON value (are its double quotes missing?)',
      'data/courses/a.ndjson:3:9 course 2: "title" is an empty text',
      'data/courses/b.json:1:1 not JSON: a value is expected (is the comma before it one too many?)',
    ]);
  });

  it('is truncated when it is shown', async () => {
    const findings = await catalog({ 'courses.ndjson': line(1, { language: long, provider: long }) });
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
    const findings = await catalog(files);
    expect(findings).toContain('data/courses/a.ndjson:1:11 course 1: "title" is an array');
    expect(findings).toContain('data/courses/a.ndjson:1:200022 course 1: "linkurl" is the number 7');
    expect(findings).toContain('data/courses/b.json:4:13 course 3: "tags" is an object');
    expect(findings).toContain('data/courses/b.json:5:4 course 3: "linkurl" is the number 8');
  });

  it('is explained if it is not JSON', async () => {
    expect(await catalog({ 'courses.json': '['.repeat(levels) })).toEqual([
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
    const findings = await catalog(files);
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
    const sound = await catalog({
      'categories.json': nested(30_001),
      'courses.ndjson': line(1, { categories: [30_001] }),
    });
    expect(sound).toEqual([expect.stringContaining('sound: 1 courses, 1 providers, 30001 categories')]);
    const twin = await catalog({ 'categories.json': nested(7), 'courses.ndjson': line(1) });
    expect(twin).toEqual([expect.stringMatching(/^data\/categories\.json:1:\d+ category 7: the id is taken by /u)]);
  });
});

describe('files that are read in several pieces', () => {
  const count = 15_000;
  const wrong = new Map<number, object>([
    [1, { provider: 99 }],
    [5555, { title: 7 }],
    [10_000, { date_published: '2024-02-30' }],
    [count, { tags: 8 }],
  ]);
  const words = 'é😀 '.repeat(10);
  const records = Array.from({ length: count }, (_, at) =>
    course(at + 1, { description: words, ...wrong.get(at + 1) }),
  );
  const fieldOf = (id: number) => Object.keys(wrong.get(id) ?? {})[0] ?? '';

  /** Lines and columns of the wrong fields, found by searching the text. */
  function placesIn(text: string, spaced: boolean): string[] {
    const gap = spaced ? ' ' : '';
    return [...wrong.keys()].map((id) => {
      const offset = text.indexOf(`"${fieldOf(id)}"`, text.search(new RegExp(`"id":${gap}${id}\\b`, 'u')));
      const before = text.slice(0, offset).split('\n');
      return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
    });
  }

  async function placesFound(name: string, content: string): Promise<string[]> {
    const findings = await catalog({ [name]: content });
    return findings.map((finding) => /^data\/[^:]*:(\d+:\d+) /u.exec(finding)?.[1] ?? finding);
  }

  it('report the right positions in NDJSON, with blank lines and CRLF', async () => {
    const text = `\n${records.map((record) => `${JSON.stringify(record)}\r\n`).join('\n')}`;
    expect(await placesFound('courses.ndjson', text)).toEqual(placesIn(text, false));
  });

  it('report the right positions in a JSON array on one line, with a byte order mark', async () => {
    const text = JSON.stringify(records);
    expect(await placesFound('courses.json', `\ufeff${text}`)).toEqual(placesIn(text, false));
  });

  it('report the right positions in a JSON array over many lines', async () => {
    const text = JSON.stringify(records, null, 2);
    expect(await placesFound('courses.json', text)).toEqual(placesIn(text, true));
  });

  it('report the right rows in CSV', async () => {
    const header = 'id,title,linkurl,provider,language,date_published,description\n';
    const rows = records.map((record) => {
      const { id, linkurl, provider, language, date_published: date } = record;
      return `${id},"two\nlines",${linkurl},${provider},${language},${date},${words}\n`;
    });
    expect(await placesFound('courses.csv', header + rows.join(''))).toEqual(['2:4', '10001:6']);
  });

  it('report duplicate ids across pieces', async () => {
    const text = records.map(
      (record, at) =>
        `${JSON.stringify({ ...record, provider: 12, title: 'T', date_published: '2024-01-01', tags: '', id: at === 12_500 ? 2 : record.id })}\n`,
    );
    expect(await catalog({ 'courses.ndjson': text.join('') })).toEqual([
      'data/courses.ndjson:12501:2 course 2: the id is taken by course 2 at data/courses.ndjson:2',
    ]);
  });

  const sound = records.map((record) => JSON.stringify(course(record.id, { description: words })));

  it('report a fault in a JSON array once', async () => {
    const before = sound.slice(0, 7500).join(',\n');
    const after = sound.slice(7500).join(',\n');
    const faults = { '{"id" 1}': '7501:7', '{"id": "1': '7501:8', '{"id": 1]': '7501:9', '{"id": 1': '7502:1' };
    for (const [fault, place] of Object.entries(faults)) {
      const findings = await catalog({ 'courses.json': `[${before},\n${fault},\n${after}]` });
      expect(findings, fault).toEqual([expect.stringContaining(`data/courses.json:${place} not JSON: `)]);
    }
  });

  it('report a superfluous comma, wherever the array is cut', async () => {
    for (const length of [14_000, 3_000]) {
      for (const size of [0, 1, 2]) {
        const some = sound.slice(0, length - size);
        const trailing = await catalog({ 'courses.json': `[${some.join(',\n')},\n]` });
        expect(trailing).toEqual([expect.stringContaining(`:${some.length + 1}:1 not JSON: a value is expected`)]);
      }
    }
    const pad = ' '.repeat(1_100_000);
    expect(await catalog({ 'courses.json': `[${pad},${sound[0]}]` })).toEqual([
      `data/courses.json:1:${pad.length + 2} not JSON: a value is expected (is the comma before it one too many?)`,
    ]);
    expect(await catalog({ 'courses.json': `[${line(1, { tags: pad })},${pad}]` })).toEqual([
      `data/courses.json:2:${pad.length + 2} not JSON: a value is expected (is the comma before it one too many?)`,
    ]);
  });
});

describe('many problems', () => {
  it('are sorted by position; 50 are printed and the rest counted', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => line(at + 1, { provider: 99, title: '' }));
    const findings = await catalog({
      'courses/b.ndjson': lines.slice(0, 10).join(''),
      'courses/a.ndjson': lines.slice(10).join(''),
    });
    expect(findings).toHaveLength(51);
    expect(findings.at(-1)).toBe('… and 10 more problems; --json prints them all');
    expect(findings.slice(0, 3)).toEqual([
      'data/courses/a.ndjson:1:10 course 11: "title" is an empty text',
      'data/courses/a.ndjson:1:56 course 11: unknown provider 99',
      'data/courses/a.ndjson:2:10 course 12: "title" is an empty text',
    ]);
    expect(findings[40]).toBe('data/courses/b.ndjson:1:9 course 1: "title" is an empty text');
  });
});
