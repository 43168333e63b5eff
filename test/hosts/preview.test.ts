// The preview, which is http-server told of the interface, serves builds for every host, and `verify` holds there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPreview } from '../../src/preview/preview.ts';
import { hostNames, hosts, type HostName } from '../../src/site/hosts/hosts.ts';
import type { VerifyOptions, VerifyReport } from '../../src/verify/verify.ts';
import { inFolder } from '../folders.ts';
import { rulesWith, verified } from '../verify/verified.ts';
import { buildFor } from './build-for.ts';

const real = '../shared/data/free-programming-courses';

describe('the preview', () => {
  it.each(hostNames)('serves a build for %s whole', async (host) => {
    const report = await previewed('data', host, { sample: 10 });
    expect(rulesWith(report, 'broken')).toEqual([]);
    expect(rulesWith(report, 'unsupported')).toEqual(hosts[host].pageLinks === 'path' ? ['next-by-path'] : []);
  });

  it.skipIf(!existsSync(real))(`serves the real catalog whole (needs ${real})`, async () => {
    const report = await previewed(real, 'http-server', {});
    expect(rulesWith(report, 'broken')).toEqual([]);
    expect(rulesWith(report, 'unsupported')).toEqual([]);
    expect(report.courses).toBe(4497);
  });
});

async function previewed(data: string, host: HostName, chosen: Partial<VerifyOptions>): Promise<VerifyReport> {
  return inFolder(async (folder) => {
    const out = join(folder, 'dist');
    await buildFor({ host, out, data, baseUrl: 'https://user.example.org/repo' });
    const preview = await openPreview({ out, port: 21_080 }, () => {});
    try {
      return await verified(preview.url, chosen);
    } finally {
      await preview.close();
    }
  });
}
