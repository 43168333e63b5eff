// Builds for hosted services, below every kind of path, on the vendors' engines or on imitations from their documents.
import { describe, expect, it } from 'vitest';
import { faultsOf } from './engines/faults.ts';
import { firebaseHost } from './engines/firebase.ts';
import { githubPagesHost } from './engines/github-pages.ts';
import { gitlabPagesHost } from './engines/gitlab-pages.ts';
import { withHost, type Plan } from './engines/hosted.ts';
import { hosts } from '../../src/hosts/hosts.ts';
import type { Host } from '../../src/hosts/host.ts';
import { netlifyHost } from './engines/netlify.ts';
import { vercelHost } from './engines/vercel.ts';

const plain = ['', '/catalog', '/Catalog_2.0/of-courses'];
const encoded = ['/open%20data', '/caf%C3%A9'];
const odd = "/~a+b(c)/it's;x=1,@!";

/** Each host with the paths that it serves correctly, and those that its rules cannot cover. */
const engines: readonly (Omit<Plan, 'prefix'> & {
  readonly whole: readonly string[];
  readonly broken: readonly string[];
})[] = [
  { host: 'netlify', serve: netlifyHost, whole: [...plain, odd], broken: encoded },
  { host: 'vercel', serve: vercelHost, whole: [...plain, ...encoded, odd], broken: [] },
  { host: 'firebase', serve: firebaseHost, inPrefix: true, whole: [...plain, ...encoded, odd], broken: [] },
  { host: 'github-pages', serve: githubPagesHost, whole: [...plain, ...encoded, odd], broken: [] },
  { host: 'gitlab-pages', serve: gitlabPagesHost, whole: [...plain, odd], broken: encoded },
];

const plansFor = (which: 'whole' | 'broken') =>
  engines.flatMap((engine) =>
    engine[which].map((prefix): Plan => {
      const { host, serve, inPrefix = false } = engine;
      return { host, serve, inPrefix, prefix };
    }),
  );

describe('a build for a hosted service', () => {
  it.each(plansFor('whole'))('for $host below $prefix answers every probe and is walked to its end', async (plan) => {
    await withHost(plan, async (hosted) => expect(await faultsOf(plan.host, hosted)).toEqual([]));
  });

  it.each(plansFor('broken'))('for $host below $prefix does not work, and the advice says so', async (plan) => {
    const { prefixAdvice }: Host = hosts[plan.host];
    expect(prefixAdvice?.(plan.prefix)).toContain('use a path of unaccented letters and digits');
    expect(prefixAdvice?.('/catalog')).toBeUndefined();
    await withHost(plan, async (hosted) => expect(await faultsOf(plan.host, hosted)).not.toEqual([]));
  });
});
