// The preview, which is http-server taught the interface, serves builds for every host, and `verify` passes.
import { expect } from 'vitest';
import { it } from '../fixture.ts';
import { openPreview } from '../../src/preview/preview.ts';
import { fullSupport } from '../../src/hosts/host.ts';
import { hostNames, hosts } from '../../src/hosts/hosts.ts';
import { rulesWith, verified } from '../verify/verified.ts';
import { buildSiteFor } from './build-for.ts';
import { brokenAnswers } from './probes.ts';
import { siteProbes } from './site-probes.ts';

it.for(hostNames)('the preview serves a build for %s in full conformity', async (host, { folder, onTestFinished }) => {
  await buildSiteFor({ host, out: folder, baseUrl: 'https://user.example.org/repo' });
  const preview = await openPreview({ out: folder, port: 21_080 }, () => {});
  onTestFinished(() => preview.close());
  const { url } = preview;
  const target = { baseUrl: url, dist: folder, indexFile: hosts[host].indexFile, can: fullSupport.can };
  expect(await brokenAnswers(url, siteProbes(target, 'no-store'))).toEqual([]);
  const report = await verified(url);
  expect(rulesWith(report, 'broken')).toEqual([]);
  expect(rulesWith(report, 'unsupported')).toEqual(hosts[host].pageLinks === 'path' ? ['next-by-path'] : []);
});
