// The preview, which is http-server taught the interface, serves builds for every host, and `verify` passes.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPreview } from '../../src/preview/preview.ts';
import { fullSupport } from '../../src/hosts/host.ts';
import { hostNames, hosts } from '../../src/hosts/hosts.ts';
import { inFolder } from '../folders.ts';
import { rulesWith, verified } from '../verify/verified.ts';
import { buildSiteFor } from './build-for.ts';
import { brokenAnswers } from './probes.ts';
import { siteProbes } from './site-probes.ts';

describe('the preview', () => {
  it.each(hostNames)('serves a build for %s in full conformity', async (host) => {
    await inFolder(async (folder) => {
      const dist = join(folder, 'dist');
      await buildSiteFor({ host, out: dist, baseUrl: 'https://user.example.org/repo' });
      const preview = await openPreview({ out: dist, port: 21_080 }, () => {});
      const { url } = preview;
      try {
        const target = { baseUrl: url, dist, indexFile: hosts[host].indexFile, can: fullSupport.can };
        expect(await brokenAnswers(url, siteProbes(target, 'no-store'))).toEqual([]);
        const report = await verified(url);
        expect(rulesWith(report, 'broken')).toEqual([]);
        expect(rulesWith(report, 'unsupported')).toEqual(hosts[host].pageLinks === 'path' ? ['next-by-path'] : []);
      } finally {
        await preview.close();
      }
    });
  });
});
