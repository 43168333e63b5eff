// `diff`: what the source changes for readers, beside a revision of Git, a folder, a built and a published site.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { runBuild } from '../build/run.ts';
import { interfaceFields, pageFields, type PageKind } from '../../src/catalog/fields.ts';
import { keysOf, mapRows } from '../../src/text/keys.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { snapshot, writeFiles } from '../helpers/folders.ts';
import { freePort } from '../helpers/ports.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { openPreview } from '../../src/preview/preview.ts';

interface Course {
  readonly id: number;
  readonly [field: string]: unknown;
}

const course = (id: number, others: object = {}): Course => ({
  id,
  title: `Course ${id}`,
  linkurl: `https://a.example/${id}`,
  provider: 1,
  language: 'English',
  date_published: '2024-05-28',
  ...others,
});

function write(data: string, courses: readonly Course[]): void {
  writeFiles(data, {
    'providers.json': '[{"id": 1, "name": "Uni"}, {"id": 2, "name": "Other <b>uni</b>"}]',
    'categories.json': '[{"id": 1, "name": "Arts"}]',
    'courses.json': JSON.stringify(courses),
  });
}

/** Two values of every kind of field. */
const ofKinds: Readonly<Record<PageKind, readonly [unknown, unknown]>> = {
  text: ['a', 'b'],
  list: [['a, b'], ['a', 'b']],
  number: [1, 1.5],
  date: ['2027-03-01', '2027-03-02'],
  duration: ['PT1H', 'PT2H'],
  price: ['10 EUR', '10 USD'],
  timestamp: ['2024-06-01', '2024-06-01T10:00:00'],
  address: ['https://a.example/1.png', 'https://a.example/2.png'],
  'yes-no': [true, false],
};

const before = [course(1), course(2), course(3), course(4, { level: 'beginner' }), course(5)];
const after = [
  course(1, { title: 'Course *one*', description: 'New' }),
  course(2, { linkurl: 'https://b.example/2' }),
  course(4, { level: 'advanced', price: '10 EUR', provider: 2, categories: [1] }),
  course(5, { language: ['English', 'Spanish'] }),
  course(6),
];
const report = `### What changes

5 courses.

**1 course added**

- \`Course 6\`: https://a.example/6

**1 course removed: their addresses will answer 404**

- \`Course 3\`: https://a.example/3

**1 course moved to another address: for clients it is another course**

- \`Course 2\`: https://a.example/2 → https://b.example/2

**1 course whose \`title\` changed**

- \`Course *one*\`: \`Course 1\` → \`Course *one*\`

**1 course whose \`provider\` changed**

- \`Course 4\`: \`Uni\` (1) → \`Other <b>uni</b>\` (2)

**1 course whose \`language\` changed**

- \`Course 5\`: \`English\` → \`English\`, \`Spanish\`

**1 course whose \`description\` changed**

- \`Course *one*\`: nothing → \`New\`

**1 course whose \`categories\` changed**

- \`Course 4\`: nothing → \`All/Arts\` (1)
`;

/** The report of a comparison of `data` in a folder. */
async function diff(folder: string, ...args: readonly string[]) {
  return courseCatalog(['diff', '--data', join(folder, 'data'), ...args], {
    cwd: () => folder,
    env: { PATH: process.env['PATH'] ?? '' },
  });
}

describe.skipIf(isMissing('git'))(`beside a revision of Git${neededFor('git')}`, () => {
  const git = (folder: string, ...args: string[]) =>
    execFileSync(pathOf('git'), ['-c', 'user.name=A', '-c', 'user.email=a@a.example', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });

  /** A repository with a commit of a folder. */
  const committed = (folder: string) => {
    git(folder, 'init', '--quiet');
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '--message', 'Before');
  };

  it('it names what changed, and changes nothing in the repository', async ({ folder }) => {
    write(join(folder, 'data'), before);
    committed(folder);
    expect((await diff(folder)).stdout).toBe('### What changes\n\nNothing: 5 courses.\n\n');
    write(join(folder, 'data'), after);
    const files = [...snapshot(folder).keys()];
    const { exitCode, stdout, stderr } = await diff(folder, 'HEAD');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(report);
    expect([...snapshot(folder).keys()]).toEqual(files);
    expect(git(folder, 'status', '--porcelain').toString()).toBe(' M data/courses.json\n');
  });

  it('one that was not valid is compared as far as it can be read, and the rest is counted', async ({ folder }) => {
    write(join(folder, 'data'), [
      course(1, { categories: [9], end_date: ' 2027-03-01' }),
      course(2, { modality: 'online' }),
      { id: 3 },
    ]);
    committed(folder);
    write(join(folder, 'data'), [
      course(1, { categories: [1], end_date: '2027-03-01' }),
      course(2, { mode: 'online' }),
      course(3),
    ]);
    writeFiles(folder, { 'course-catalog.config.json': '{"fields": {"mode": {"label": "Mode"}}}' });
    const { exitCode, stdout, stderr } = await diff(folder);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(`### What changes

2 courses before, 3 now.

Of the base, 1 record could not be read: these courses count as added.

**1 course added**

- \`Course 3\`: https://a.example/3

**1 course whose \`categories\` changed**

- \`Course 1\`: nothing → \`All/Arts\` (1)

**1 course whose \`mode\` changed**

- \`Course 2\`: nothing → \`online\`

`);
    expect(JSON.parse((await diff(folder, '--json')).stdout)).toMatchObject({ before: 2, unread: 1, after: 3 });
  });

  it('one without the folder, or without a source in it, has no courses', async ({ folder }) => {
    writeFiles(folder, { 'README.md': 'Courses' });
    committed(folder);
    write(join(folder, 'data'), [course(1)]);
    expect((await diff(folder)).stdout).toContain('0 courses before, 1 now.\n\n**1 course added**');
    writeFiles(folder, { 'data/README.md': 'Courses' });
    git(folder, 'add', 'data/README.md');
    git(folder, 'commit', '--quiet', '--message', 'Nothing yet');
    write(join(folder, 'data'), [course(1)]);
    expect((await diff(folder)).stdout).toContain('**1 course added**');
  });

  it('it says that Git is not installed', async ({ folder }) => {
    write(join(folder, 'data'), before);
    const { exitCode, stderr } = await courseCatalog(['diff', '--data', join(folder, 'data')], {
      env: { PATH: folder },
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Git is not installed');
    expect(stderr).not.toContain('Git knows no revision');
  });

  it('it says which revisions there are not', async ({ folder }) => {
    write(join(folder, 'data'), before);
    git(folder, 'init', '--quiet');
    for (const revision of ['nowhere', '--all', '-x']) {
      const { exitCode, stderr } = await diff(folder, '--', revision);
      expect(exitCode).toBe(1);
      expect(stderr).toContain(`Git knows no revision ${revision} of this folder`);
      expect(stderr).toContain('diff-base: name a folder, a revision of Git such as origin/main');
    }
  });
});

it('beside another source folder, and as JSON', async ({ folder }) => {
  write(join(folder, 'data'), after);
  write(join(folder, 'old'), before);
  expect((await diff(folder, join(folder, 'old'))).stdout).toContain(report);
  const { stdout } = await diff(folder, join(folder, 'old'), '--json');
  const link = 'https://a.example/4';
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    before: 5,
    after: 5,
    added: [{ id: 6 }],
    removed: [{ id: 3, linkurl: 'https://a.example/3' }],
    moved: [{ from: 'https://a.example/2', to: 'https://b.example/2' }],
    changed: {
      level: [{ linkurl: link, from: 'beginner', to: 'advanced' }],
      price: [{ linkurl: link, to: '10 EUR' }],
      provider: [{ from: { id: 1, name: 'Uni' }, to: { id: 2, name: 'Other <b>uni</b>' } }],
      categories: [{ to: [{ id: 1, name: 'All/Arts' }] }],
      language: [{ from: ['English'], to: ['English', 'Spanish'] }],
      description: [{ to: 'New' }],
    },
    notCompared: [],
  });
});

describe('a change of any field is named by the name of the field in the source', () => {
  const long = 'Learn. '.repeat(100);
  /** Two values of every field. */
  const values: Record<string, readonly [unknown, unknown]> = {
    id: [1, 7],
    title: ['A', 'B'],
    provider: [1, 3],
    language: [['English'], ['English', 'Spanish']],
    date_published: ['2024-05-28', '2024-05-28T10:00:00'],
    description: [`${long}A`, `${long}B`],
    tags: ['a, b', 'a,b'],
    author: ['A', ['A', 'B']],
    categories: [[1], [2]],
    catalog_id: [1, null],
    ...mapRows(pageFields, ({ kind }) => ofKinds[kind]),
    mode: ['yes', 'no'],
  };

  it.for(keysOf(values))('%s', async (field, { folder }) => {
    writeFiles(folder, { 'course-catalog.config.json': '{"fields": {"mode": {"label": "Mode", "kind": "yes-no"}}}' });
    for (const [at, data] of ['old', 'data'].entries()) {
      write(join(folder, data), [course(1, { [field]: values[field]?.[at] })]);
      // The same names: a course can go to another provider or category that looks alike.
      writeFiles(join(folder, data), {
        'providers.json': '[{"id": 1, "name": "Uni"}, {"id": 3, "name": "Uni"}]',
        'categories.json': '[{"id": 1, "name": "Arts"}, {"id": 2, "name": "Arts"}]',
      });
    }
    const { stdout } = await diff(folder, join(folder, 'old'));
    expect(stdout.match(/^\*\*.*/gmu)).toEqual([`**1 course whose \`${field}\` changed**`]);
    const [line = ''] = /^- .*/mu.exec(stdout) ?? [];
    const [, from, to] = /: (.+) → (.+)$/u.exec(line) ?? [];
    expect(from).not.toBe(to);
    const json = JSON.parse((await diff(folder, join(folder, 'old'), '--json')).stdout);
    expect(Object.keys(json.changed)).toEqual([field]);
    expect((await diff(folder, join(folder, 'data'))).stdout).toContain('Nothing: 1 course.');
  });

  it('of these, all fields of the source format are tried', () => {
    expect(keysOf(values).toSorted()).toEqual(
      Object.keys({ ...interfaceFields, ...pageFields, mode: '' })
        .filter((field) => field !== 'linkurl')
        .toSorted(),
    );
  });
});

it('beside a built site it compares what the interface has', async ({ folder }) => {
  write(join(folder, 'data'), before);
  await runBuild({ data: join(folder, 'data'), out: join(folder, 'dist') });
  write(join(folder, 'data'), after);
  const { stdout } = await diff(folder, join(folder, 'dist'));
  expect(stdout).toContain('Not compared, as the base does not say them: `level`, `price`, ');
  expect(stdout.split(/^Not compared.*\n\n/mu).join('')).toContain(report);
  expect(stdout).not.toContain('whose `level` changed');
});

it('beside a published site it reads its dump', async ({ folder, onTestFinished }) => {
  write(join(folder, 'data'), before);
  await runBuild({ data: join(folder, 'data'), out: join(folder, 'dist'), chosen: { dumps: ['ndjson'] } });
  write(join(folder, 'data'), after);
  const site = await openPreview({ out: join(folder, 'dist'), port: await freePort() }, () => {});
  onTestFinished(async () => site.close());
  const { stdout } = await diff(folder, site.url);
  expect(stdout.split(/^Not compared.*\n\n/mu).join('')).toContain(report);
  expect(stdout).toContain('`beginner` → `advanced`');
  expect(stdout).toContain('**1 course whose `price` changed**\n\n- `Course 4`: nothing → `10 EUR`\n');
  write(join(folder, 'data'), [...before.slice(0, 4), course(5, { price: '49.90 EUR', subtitles: ['a, b'] })]);
  await runBuild({ data: join(folder, 'data'), out: join(folder, 'dist'), chosen: { dumps: ['ndjson'] } });
  expect((await diff(folder, site.url)).stdout).toContain('Nothing: 5 courses.');
  await runBuild({ data: join(folder, 'data'), out: join(folder, 'dist'), chosen: { dumps: [] } });
  const { exitCode, stderr } = await diff(folder, site.url);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('the service has no dumps');
});

it('it names 50 courses of a kind, and counts the rest', async ({ folder }) => {
  write(join(folder, 'old'), [course(1)]);
  write(
    join(folder, 'data'),
    Array.from({ length: 61 }, (_, at) => course(at + 1)),
  );
  const { stdout } = await diff(folder, join(folder, 'old'));
  expect(stdout).toContain('1 course before, 61 now.');
  expect(stdout).toContain('**60 courses added**');
  expect(stdout.match(/^- `Course/gmu)).toHaveLength(50);
  expect(stdout).toContain('- … and 10 more');
});

it('a source that is not valid is reported as by check', async ({ folder }) => {
  write(join(folder, 'data'), [course(1, { provider: 9 })]);
  write(join(folder, 'old'), [course(1)]);
  const { exitCode, stderr } = await diff(folder, join(folder, 'old'));
  expect(exitCode).toBe(1);
  expect(stderr).toContain('provider-known');
  write(join(folder, 'data'), [course(1)]);
  writeFiles(folder, { 'empty/README.md': '' });
  expect(await diff(folder, join(folder, 'empty'))).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('there is no file or folder of courses'),
  });
});
