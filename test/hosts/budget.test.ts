// Advice for a build that is too large for a host: which hosts accept it, and what makes it smaller.
import { describe, expect, it } from 'vitest';
import { budgetProblems, type Measured } from '../../src/hosts/budget.ts';
import { hostNames, hosts, type HostName } from '../../src/hosts/hosts.ts';
import { formats } from '../../src/outputs/rows.ts';

const courses = 'api/v1/courses/view/';
const pages = 'api/v1/languages/English/courses/page';
const small: Measured = {
  formats,
  files: 100,
  folders: 100,
  bytes: 1e6,
  largest: { path: 'api/v1/providers/index.json', bytes: 1000 },
  largestFolder: { path: courses, entries: 50 },
  rules: 10,
};

/** The remedies for a build, by the limits that it exceeds. */
function remediesOf(host: HostName, measured: Partial<Measured>): string[] {
  const problems = budgetProblems(host, { ...small, ...measured }, 'dist');
  return problems.filter(({ finding }) => !finding.endsWith('near')).map(({ remedy }) => remedy);
}

describe('the hosts that a build is advised to be published on', () => {
  it('exclude the one that it is too large for, and the preview', () => {
    const past = { files: 1e6, folders: 1e6, bytes: 2e10, largest: { path: 'x', bytes: 3e9 } };
    const advised = hostNames.flatMap((host) => remediesOf(host, past).map((remedy) => ({ host, remedy })));
    expect(advised.length).toBeGreaterThan(8);
    for (const { host, remedy } of advised) {
      const names = remedy.slice(0, remedy.indexOf(')')).split(/[^\w-]+/u);
      expect(names, remedy).toContain('nginx');
      expect(names, remedy).not.toContain('http-server');
      expect(names, remedy).not.toContain(host);
    }
  });

  it('are those that accept it on every plan, followed by those that accept it on a paid one', () => {
    const [remedy] = remediesOf('azure', { files: 30_000, folders: 100 });
    expect(remedy).toBe(
      'publish on another host (--host nginx, apache, caddy, netlify, vercel, s3-cloudfront, firebase, github-pages, gitlab-pages; ' +
        'on a paid plan cloudflare, cloudflare-static), or write fewer files with a larger --page-size',
    );
    expect(remediesOf('azure', { bytes: 600e6 })[0]).toContain('; on a paid plan vercel)');
  });

  it('are those that accept the whole build, not only what is too large here', () => {
    const [remedy] = remediesOf('azure', { files: 30_000, largest: { path: 'x', bytes: 3e9 } });
    expect(remedy).not.toMatch(/cloudflare|firebase/u);
  });
});

describe('the advice to make a build smaller', () => {
  const pageSize = '--page-size';

  it('is a larger page size for files, unless the courses alone are too many', () => {
    expect(remediesOf('azure', { files: 15_001 })).toEqual([expect.stringContaining(`a larger ${pageSize}`)]);
    const many = { files: 15_100, largestFolder: { path: courses, entries: 15_001 } };
    expect(remediesOf('azure', many)).toEqual([expect.not.stringContaining(pageSize)]);
  });

  it('is a larger page size for files and folders, unless the courses alone are too many', () => {
    const entries = { files: 100_001, folders: 100_001 };
    const largestFolder = (amount: number) => ({ path: courses, entries: amount });
    expect(remediesOf('gitlab-pages', { ...entries, largestFolder: largestFolder(90_000) })[0]).toContain(pageSize);
    expect(remediesOf('gitlab-pages', { ...entries, largestFolder: largestFolder(100_001) })[0]).not.toContain(
      pageSize,
    );
  });

  it('is a larger page size for the folder of pages, and none for the folder of courses', () => {
    const ofFolder = (path: string) => remediesOf('netlify', { largestFolder: { path, entries: 54_001 } });
    expect(ofFolder(pages)).toEqual([expect.stringContaining(`a larger ${pageSize}`)]);
    expect(ofFolder(courses)).toEqual([expect.not.stringContaining(pageSize)]);
    expect(ofFolder('api/v1/languages')).toEqual([expect.not.stringContaining(pageSize)]);
  });

  it('names the file for a large file, and is a smaller page size for a file of a page', () => {
    const ofFile = (path: string) => remediesOf('cloudflare', { largest: { path, bytes: 3e7 } });
    expect(ofFile('api/v1/providers/index.json')).toEqual([
      expect.stringMatching(/, or make api\/v1\/providers\/index\.json smaller$/u),
    ]);
    for (const path of [`${pages}/12/index.json`, 'api/v1/categories/7/index.json.gz']) {
      expect(ofFile(path)).toEqual([expect.stringContaining(`make ${path} smaller with a smaller ${pageSize}`)]);
    }
  });

  it('is to omit the format of a large dump', () => {
    const [remedy] = remediesOf('cloudflare', { largest: { path: 'dumps/courses.ndjson.gz', bytes: 3e7 } });
    expect(remedy).toMatch(/, or omit its format from --dumps$/u);
  });

  it('is only another host for bytes', () => {
    expect(remediesOf('github-pages', { bytes: 2e9 })).toEqual([
      expect.stringMatching(/^publish on another host \(.*\)$/u),
    ]);
  });

  it('is given before a limit is reached as well', () => {
    const [problem] = budgetProblems('azure', { ...small, files: 14_000 }, 'dist');
    expect(problem).toMatchObject({
      level: 'warning',
      remedy: expect.stringMatching(/^before it grows .*--page-size$/u),
    });
  });
});

describe('a limit that no plan is known to raise', () => {
  it('is an error on Azure, with the last known state of the limit', () => {
    expect(budgetProblems('azure', { ...small, files: 15_001 }, 'dist').map(({ level }) => level)).toEqual(['error']);
    expect(hosts.azure.limits).toContain('15,000 files, as far as is known');
  });
});
