// The watch for faults of a page: it reports everything that a page must not do, so that its silence means something.
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../helpers/ports.ts';
import { visit } from './chromium.ts';
import { isChromiumMissing, neededForChromium } from './program.ts';

const bad = `<!doctype html><html lang="en"><title>Bad</title><h1>Bad</h1>
<script>alert('never')</script><img src="/missing.png" alt=""><img src="https://example.invalid/a.png" alt="">
<script src="/bad.js"></script>`;
const script = `console.error('said'); fetch('/missing.json'); alert('asked'); throw new Error('thrown');`;

it.skipIf(isChromiumMissing)(
  `the watch reports errors, failed requests, other hosts and dialogs${neededForChromium}`,
  async () => {
    const server = createServer(({ url }, response) => {
      response.setHeader('Content-Security-Policy', "default-src 'self'");
      if (url === '/') response.setHeader('Content-Type', 'text/html').end(bad);
      else if (url === '/bad.js') response.setHeader('Content-Type', 'text/javascript').end(script);
      else response.writeHead(404).end();
    });
    const { url, close } = await listen(server);
    onTestFinished(close);
    const { page, faults } = await visit(`${url}/`);
    await page.waitForLoadState('networkidle');
    const reported = faults.splice(0);
    for (const fault of [
      /^policy: script-src-elem refused inline/u,
      /^policy: img-src refused https:\/\/example\.invalid/u,
      /^request to another host: https:\/\/example\.invalid/u,
      /^status 404: .*missing\.png$/u,
      /^status 404: .*missing\.json$/u,
      /^console error: said$/u,
      /^error: Error: thrown$/u,
      /^dialog: asked$/u,
    ]) {
      expect(reported).toContainEqual(expect.stringMatching(fault));
    }
    expect(reported.join('\n')).not.toContain('never');
  },
);
