// `diff`: what the source changes for readers, beside a revision of Git, a folder, a built and a published site.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { runBuild } from '../build/run.ts';
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

**1 course with another title**

- \`Course *one*\`: \`Course 1\` → \`Course *one*\`

**1 course with another provider**

- \`Course 4\`: \`Uni\` → \`Other <b>uni</b>\`

**1 course in other categories**
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
    write(join(folder, 'data'), [course(1, { categories: [9] }), course(2, { modality: 'online' }), { id: 3 }]);
    committed(folder);
    write(join(folder, 'data'), [course(1, { categories: [1] }), course(2, { mode: 'online' }), course(3)]);
    writeFiles(folder, { 'course-catalog.config.json': '{"facts": {"mode": {"label": "Mode"}}}' });
    const { exitCode, stdout, stderr } = await diff(folder);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(`### What changes

2 courses before, 3 now.

Of the base, 1 record could not be read: these courses count as added.

**1 course added**

- \`Course 3\`: https://a.example/3

**1 course in other categories**

- \`Course 1\`: nothing → \`All/Arts\`

**1 course whose mode changed**

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
      price: [{ linkurl: link, to: '10' }],
      price_currency: [{ linkurl: link, to: 'EUR' }],
      categories: [{ from: '', to: 'All/Arts' }],
      language: [{ from: 'English', to: 'English, Spanish' }],
    },
    otherwise: 1,
  });
});

it('beside a built site it compares what the interface has', async ({ folder }) => {
  write(join(folder, 'data'), before);
  await runBuild({ data: join(folder, 'data'), out: join(folder, 'dist') });
  write(join(folder, 'data'), after);
  const { stdout } = await diff(folder, join(folder, 'dist'));
  expect(stdout).toContain(report);
  expect(stdout).not.toContain('level');
});

it('beside a published site it reads its dump', async ({ folder, onTestFinished }) => {
  write(join(folder, 'data'), before);
  await runBuild({ data: join(folder, 'data'), out: join(folder, 'dist'), chosen: { dumps: ['ndjson'] } });
  write(join(folder, 'data'), after);
  const site = await openPreview({ out: join(folder, 'dist'), port: await freePort() }, () => {});
  onTestFinished(async () => site.close());
  const { stdout } = await diff(folder, site.url);
  expect(stdout).toContain(report);
  expect(stdout).toContain('`beginner` → `advanced`');
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
