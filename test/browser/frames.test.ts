// Frames: the pages appear in those of the sites that an option names, and in no others, in Chromium.
import { chmodSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { freePort, listen } from '../helpers/ports.ts';
import { isMissing, neededFor } from '../helpers/programs.ts';
import { buildFor } from '../hosts/build-for.ts';
import { nginxServer, start, type Site } from '../hosts/servers/server.ts';
import { visit } from './chromium.ts';
import { isChromiumMissing, neededForChromium } from './program.ts';

describe.skipIf(isChromiumMissing)(`the catalog in a frame${neededForChromium}`, () => {
  it.skipIf(isMissing('nginx'))(
    `is shown to the named site alone, but for the page of a list${neededFor('nginx')}`,
    async ({ folder }) => {
      let framed = '';
      const portal = createServer((_, response) =>
        response.setHeader('Content-Type', 'text/html').end(`<!doctype html><iframe src="${framed}"></iframe>`),
      );
      const { url, close } = await listen(portal);
      onTestFinished(close);
      chmodSync(folder, 0o755);
      const scratch = join(folder, 'scratch');
      mkdirSync(scratch);
      const sites: (Site & { readonly baseUrl: string })[] = [];
      for (const frameAncestors of [undefined, 'https://other.example', url]) {
        const [root, port] = [join(folder, String(sites.length)), await freePort()];
        const baseUrl = `http://127.0.0.1:${port}`;
        const chosen = { catalogPage: true, title: 'Framed', frameAncestors };
        await buildFor({ host: 'nginx', out: root, baseUrl, chosen });
        sites.push({ root, prefix: '', port, baseUrl });
      }
      const running = await start(nginxServer, sites, scratch);
      onTestFinished(running.stop);
      for (const [path, expected] of [
        ['docs/', [false, false, true]],
        // That of a list is for every site.
        ['embed/', [true, true, true]],
      ] as const) {
        const shown: boolean[] = [];
        for (const { baseUrl } of sites) {
          framed = `${baseUrl}/${path}`;
          const { page, faults } = await visit(url);
          const inside = page.frames().at(1);
          shown.push((await inside?.title())?.includes('Framed') === true);
          // The page itself reports every request to another origin, and the browser what it refuses.
          faults.length = 0;
        }
        expect(shown).toEqual(expected);
      }
    },
  );
});
