// The preview, which is http-server told of the interface, serves builds for every host, and `verify` holds there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPreview } from '../../src/preview/preview.ts';
import { everyAbility } from '../../src/site/hosts/host.ts';
import { hostNames, hosts, type HostName } from '../../src/site/hosts/hosts.ts';
import type { VerifyOptions, VerifyReport } from '../../src/verify/verify.ts';
import { inFolder } from '../folders.ts';
import { rulesWith, verified } from '../verify/verified.ts';
import { buildSiteFor } from './build-for.ts';
import { brokenAnswers } from './probes.ts';
import { siteProbes } from './site-probes.ts';

const real = '../shared/data/free-programming-courses';

describe('the preview', () => {
  it.each(hostNames)('serves a build for %s whole', async (host) => {
    const { report, faults } = await previewed('data', host, { sample: 10 });
    expect(faults).toEqual([]);
    expect(rulesWith(report, 'broken')).toEqual([]);
    expect(rulesWith(report, 'unsupported')).toEqual(hosts[host].pageLinks === 'path' ? ['next-by-path'] : []);
  });

  it.skipIf(!existsSync(real))(`serves the real catalog whole (needs ${real})`, async () => {
    const { report } = await previewed(real, 'http-server', {});
    expect(rulesWith(report, 'broken')).toEqual([]);
    expect(rulesWith(report, 'unsupported')).toEqual([]);
    expect(report.courses).toBe(4497);
  });
});

interface Previewed {
  readonly report: VerifyReport;
  /** Of the site around the API. */
  readonly faults: readonly string[];
}

async function previewed(data: string, host: HostName, chosen: Partial<VerifyOptions>): Promise<Previewed> {
  return inFolder(async (folder) => {
    const out = join(folder, 'dist');
    await buildSiteFor({ host, out, data, baseUrl: 'https://user.example.org/repo' });
    const preview = await openPreview({ out, port: 21_080 }, () => {});
    try {
      const target = { baseUrl: preview.url, dist: out, indexFile: hosts[host].indexFile, can: everyAbility };
      const faults = await brokenAnswers(preview.url, siteProbes(target, 'no-store'));
      return { report: await verified(preview.url, chosen), faults };
    } finally {
      await preview.close();
    }
  });
}
