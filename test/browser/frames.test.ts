// Frames: the page of a list appears in those of every site, and no other page in any, in Chromium.
import { chmodSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { freePort, listen } from '../helpers/ports.ts';
import { isMissing, neededFor } from '../helpers/programs.ts';
import { buildFor } from '../hosts/build-for.ts';
import { nginxServer, start } from '../hosts/servers/server.ts';
import { visit } from './chromium.ts';
import { isChromiumMissing, neededForChromium } from './program.ts';

describe.skipIf(isChromiumMissing)(`the catalog in a frame${neededForChromium}`, () => {
  it.skipIf(isMissing('nginx'))(`is the page of a list alone${neededFor('nginx')}`, async ({ folder }) => {
    let framed = '';
    const portal = createServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end(`<!doctype html><iframe src="${framed}"></iframe>`),
    );
    const { url, close } = await listen(portal);
    onTestFinished(close);
    chmodSync(folder, 0o755);
    const scratch = join(folder, 'scratch');
    mkdirSync(scratch);
    const [root, port] = [join(folder, 'dist'), await freePort()];
    const baseUrl = `http://127.0.0.1:${port}`;
    await buildFor({ host: 'nginx', out: root, baseUrl, chosen: { pages: true, title: 'Framed' } });
    const running = await start(nginxServer, [{ root, prefix: '', port }], scratch);
    onTestFinished(running.stop);
    for (const [path, isShown] of [
      ['docs/', false],
      ['embed/', true],
    ] as const) {
      framed = `${baseUrl}/${path}`;
      const { page, faults } = await visit(url);
      const inside = page.frames().at(1);
      expect((await inside?.title())?.includes('Framed') === true, path).toBe(isShown);
      // The page itself reports every request to another origin, and the browser what it refuses.
      faults.length = 0;
    }
  });
});
