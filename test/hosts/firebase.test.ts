// Firebase's own server serves a build for Firebase Hosting.
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rulesWith, verified } from '../verify/verified.ts';
import { firebaseHost } from './engines/firebase.ts';
import { withHost, type Hosted, type Plan } from './engines/hosted.ts';
import { ask } from './servers/ask.ts';

async function served<T>(use: (hosted: Hosted) => Promise<T>, plan: Partial<Plan> = {}): Promise<T> {
  const useAndWait = async (hosted: Hosted) => {
    const result = await use(hosted);
    // superstatic still opens the files of requests that were given up, and ends the process if they are gone.
    await setTimeout(300);
    return result;
  };
  return withHost({ host: 'firebase', prefix: '', serve: firebaseHost, inPrefix: true, ...plan }, useAndWait);
}

describe.each(['', '/catalog'])('a build for Firebase below "%s", served by superstatic', (prefix) => {
  it('conforms, except for the query and methods', async () => {
    const report = await served(async ({ baseUrl }) => verified(baseUrl), { prefix });
    expect(rulesWith(report, 'broken')).toEqual([]);
    expect(rulesWith(report, 'unsupported')).toEqual([
      'next-by-path',
      'page-query',
      'page-unknown',
      'methods',
      'methods-body',
    ]);
  });

  it('redirects to the trailing slash', async () => {
    const { status, headers } = await served(
      async ({ baseUrl }) => ask(baseUrl, { path: `${prefix}/api/v1/providers` }),
      { prefix },
    );
    expect([status, headers.get('location')]).toEqual([301, `${prefix}/api/v1/providers/`]);
  });
});

describe('a build for Firebase with the wrong form of links', () => {
  it('does not conform, and verify names the right one', async () => {
    const report = await served(async ({ baseUrl }) => verified(baseUrl), { chosen: { pageLinks: 'query' } });
    expect(report.ok).toBe(false);
    expect(rulesWith(report, 'broken')).toContain('page-loop');
    expect(report.advice[0]).toContain('--page-links path');
  });
});
