// Limits of Cloudflare Pages: a site beyond the free plan causes a warning, one beyond every plan is refused.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { budgetProblems, type Measured } from '../../src/hosts/budget.ts';
import type { HostFile } from '../../src/hosts/host.ts';
import { hosts } from '../../src/hosts/hosts.ts';
import { formats } from '../../src/outputs/rows.ts';

const mebibyte = 1024 * 1024;
const small: Measured = {
  formats,
  files: 100,
  folders: 100,
  bytes: mebibyte,
  largest: { path: 'api/v1/index.json', bytes: 100 },
  largestFolder: { path: 'api/v1/courses/view', entries: 50 },
  rules: 17,
};

describe.each(['cloudflare', 'cloudflare-static'] as const)('the budget of %s', (host) => {
  const found = (measured: Partial<Measured>) =>
    budgetProblems(host, { ...small, ...measured }, 'dist').map(({ level, finding }) => ({ level, finding }));

  it('accepts a small site without a warning', () => {
    expect(found({})).toEqual([]);
  });

  it('warns beyond the number of files of the free plan, and refuses beyond that of all plans', () => {
    expect(found({ files: 20_001 })).toEqual([{ level: 'warning', finding: expect.stringContaining('the free plan') }]);
    expect(found({ files: 100_001 }).map(({ level }) => level)).toEqual(['warning', 'error']);
  });

  it('advises packs where a worker can read them, unless the API is in packs', () => {
    const remedies = (isPacked: boolean) =>
      budgetProblems(host, { ...small, files: 20_001, isPacked }, 'dist').map(({ remedy }) =>
        remedy.includes('--pack,'),
      );
    expect(remedies(false)).toEqual([host === 'cloudflare']);
    expect(remedies(true)).toEqual([false]);
  });

  it('advises to omit course pages where the API is in packs, and no larger pages', () => {
    const remediesFor = (path: string) => {
      const measured = { ...small, files: 20_001, isPacked: true, largestFolder: { path, entries: 19_000 } };
      return budgetProblems(host, measured, 'dist').map(({ remedy }) => remedy);
    };
    expect(remediesFor('courses')).toEqual([expect.stringContaining(', or omit --course-pages')]);
    expect(remediesFor('search/courses')).toEqual([expect.not.stringMatching(/--course-pages|--page-size/u)]);
  });

  it('refuses a file of more than 25 MiB', () => {
    const of = (bytes: number) => found({ largest: { path: 'api/v1/providers/index.json', bytes } });
    expect(of(25 * mebibyte).map(({ level }) => level)).toEqual(['warning']);
    expect(of(25 * mebibyte + 1)).toEqual([{ level: 'error', finding: expect.stringContaining('api/v1/providers/') }]);
  });

  it.each(['', '/catalog'])('has room for the rules of its own files below "%s"', (prefix) => {
    const rules = filesOf(host, prefix).reduce((sum, file) => sum + (file.rules ?? 0), 0);
    expect(rules).toBeGreaterThan(0);
    expect(found({ rules })).toEqual([]);
  });
});

describe('the requests that run the worker', () => {
  const rulesBelow = (prefix: string) => {
    const file = filesOf('cloudflare', prefix).find(({ path }) => path === '_routes.json');
    return z.object({ include: z.array(z.string()) }).parse(JSON.parse(file?.text ?? '')).include;
  };

  it('are those of the API, or all below a path', () => {
    expect(rulesBelow('')).toEqual(['/api/*']);
    expect(rulesBelow('/open-data/v1.0')).toEqual(['/open-data/v1.0/*']);
  });

  it('are given by the start of a path that is long or has a meaning in a rule', () => {
    expect(rulesBelow('/open%20data')).toEqual(['/open*']);
    expect(rulesBelow('/a+b(c)')).toEqual(['/a*']);
    expect(rulesBelow(`/${'long'.repeat(40)}`).map((rule) => rule.length)).toEqual([100]);
  });
});

/** The files of a host for a site at this path. */
function filesOf(host: 'cloudflare' | 'cloudflare-static', prefix: string): readonly HostFile[] {
  const where = {
    baseUrl: `https://example.org${prefix}`,
    prefix,
    site: true,
    formats,
    frontPage: true,
    coursePages: false,
    dumps: false,
    pack: false,
    out: 'dist',
  };
  return hosts[host].files({ ...where, ...hosts[host] });
}
