// A large catalog on nginx, thousands of courses; and the preview of builds for hosts of every kind.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fs from 'fs-extra';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { fullSupport } from '../../src/hosts/host.ts';
import { hostNames, hosts, type HostName } from '../../src/hosts/hosts.ts';
import { openPreview } from '../../src/preview/preview.ts';
import { it } from '../helpers/fixture.ts';
import { makeFolder, removeFolder } from '../helpers/folders.ts';
import { freePort } from '../helpers/ports.ts';
import { isMissing, neededFor } from '../helpers/programs.ts';
import { variedCatalog, variedCounts } from '../helpers/varied-catalog.ts';
import { verified, rulesWith } from '../verify/verified.ts';
import { buildFor, buildSiteFor } from './build-for.ts';
import { brokenAnswers, brokenProbes, siteProbes } from './probes.ts';
import { listsOf } from './servers/lists.ts';
import { nginxServer, start } from './servers/server.ts';

describe('the varied catalog', () => {
  let folder = '';
  let port = 0;
  let baseUrl = '';
  let dist = '';
  beforeAll(async () => {
    folder = makeFolder();
    // Servers started by root read files as another user.
    fs.chmodSync(folder, 0o755);
    port = await freePort();
    baseUrl = `http://127.0.0.1:${port}`;
    dist = join(folder, 'dist');
    await buildFor({ host: 'nginx', out: dist, baseUrl, data: await variedCatalog(), chosen: { pageSize: 100 } });
  });
  afterAll(() => removeFolder(folder));

  it.skipIf(isMissing('nginx'))(`conforms on nginx, each response byte for byte${neededFor('nginx')}`, async () => {
    const scratch = join(folder, 'scratch');
    mkdirSync(scratch);
    const running = await start(nginxServer, [{ root: dist, prefix: '', port }], scratch);
    onTestFinished(() => running.stop());
    const report = await verified(baseUrl, { against: dist });
    // It keeps no journal.
    expect(report.rules.filter(({ outcome }) => outcome !== 'passed')).toMatchObject([{ rule: 'changes' }]);
    expect(report.courses).toBe(variedCounts.courses);
    expect(listsOf(dist).length).toBeGreaterThan(100);
  });
});

/** All that the preview sees of a host. */
const formOf = (host: HostName) => `${hosts[host].pageLinks} ${hosts[host].indexFile}`;

/** A host of each form. */
const hostOfEachForm = new Map(hostNames.map((host) => [formOf(host), host])).values();

it.for([...hostOfEachForm])('the preview serves a build for %s in full conformity', async (host, { folder }) => {
  const builtFor = 'https://user.example.org/repo';
  await buildSiteFor({ host, out: folder, baseUrl: builtFor });
  const preview = await openPreview({ out: folder, port: 21_080 }, () => {});
  onTestFinished(() => preview.close());
  const { url } = preview;
  const target = {
    baseUrl: url,
    dist: folder,
    indexFile: hosts[host].indexFile,
    capabilities: fullSupport.capabilities,
    builtFor,
  };
  expect(await brokenProbes(target)).toEqual([]);
  expect(await brokenAnswers(url, siteProbes(target, 'no-store'))).toEqual([]);
  const report = await verified(url);
  expect(rulesWith(report, 'broken')).toEqual([]);
  expect(rulesWith(report, 'unsupported')).toEqual(hosts[host].pageLinks === 'path' ? ['next-by-path'] : []);
});
