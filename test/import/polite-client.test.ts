// The manners of the import client: robots.txt, its request rate, redirects, and private addresses.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guardedConnect, isPrivateAddress, isPrivateHost } from '../../src/http/private-networks.ts';
import { PoliteClient, redirected, type PoliteClientOptions } from '../../src/http/polite-client.ts';
import { readRobots } from '../../src/http/robots.ts';
import { ResponseStore } from '../../src/http/response-store.ts';
import { getSheet } from '../../src/import/input/open-input.ts';
import { Web } from '../../src/import/input/web.ts';
import { inFolder, writeFiles } from '../helpers/folders.ts';
import { answerLimit } from '../helpers/limits.ts';
import { words } from '../helpers/words.ts';
import { problemsOf } from './imported.ts';
import { serving, type Meddle } from './served.ts';

describe('robots.txt', () => {
  const robotsOf = (text: string) => readRobots(Buffer.from(text), 'https://a.example');
  const allows = (text: string, path: string) => robotsOf(text).allows(`https://a.example${path}`);

  it.each([
    ['', '/x', true],
    ['User-agent: *\nDisallow: /x', '/x/y', false],
    ['User-agent: *\nDisallow: /x', '/y', true],
    ['User-agent: *\nDisallow:', '/x', true],
    ['User-agent: *\nDisallow: /x\nAllow: /x/open', '/x/open/1', true],
    ['User-agent: *\nDisallow: /x\nAllow: /x', '/x', true],
    ['User-agent: *\nDisallow: /*.json$', '/a/b.json', false],
    ['User-agent: *\nDisallow: /*.json$', '/a/b.json?x', true],
    ['User-agent: *\nDisallow: /*?page=', '/a?page=2', false],
    ['User-agent: other\nDisallow: /', '/x', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: Static-Course-Catalog # us\nDisallow: /no', '/x', true],
    ['User-agent: a\nUser-agent: static-course-catalog\nDisallow: /no', '/no', false],
    ['Disallow: /', '/x', true],
    ['User-agent: *\nDisallow: /kurs/ä', '/kurs/%C3%A4', false],
    ['User-agent: *\nDisallow: /a%3cd', '/a%3Cd', false],
    ['User-agent: *\nDisallow: /%7ejoe', '/~joe/x', false],
    ['User-agent: *\nDisallow: /~joe', '/%7Ejoe/x', false],
    ['User-agent: *\nDisallow: /a%2fb', '/a/b', true],
    ['User-agent: Static-Course-Catalog/1.0\nDisallow: /no', '/no', false],
    ['User-agent: static-course-catalog\nCrawl-delay: 2\nUser-agent: b\nDisallow: /no', '/no', false],
    ['User-agent: *\nDisallow: /', '/robots.txt', true],
  ])('with the text %j allows the path %s: %s', (text, path, isAllowed) => {
    expect(allows(text, path)).toBe(isAllowed);
  });

  it('may request a delay of up to ten seconds', () => {
    expect(robotsOf('User-agent: *\nCrawl-delay: 3').delay).toBe(3);
    expect(robotsOf('User-agent: *\nCrawl-delay: 9999').delay).toBe(10);
  });

  it.each([
    ['a pattern of many stars', `User-agent: *\nDisallow: /${'*a'.repeat(10_000)}b$`, true],
    ['many patterns of stars', `User-agent: *\n${`Disallow: /${'*a'.repeat(20)}b$\n`.repeat(5000)}`, false],
    ['many user agents above many rules', 'User-agent: *\n'.repeat(16_000) + 'Disallow: /x\n'.repeat(20_000), false],
    ['many user agents above many delays', 'User-agent:N\n'.repeat(14_000) + 'Crawl-delay:1\n'.repeat(18_000), false],
    ['one line of stars', `User-agent: *\nDisallow: /${'*'.repeat(400_000)}b`, false],
    ['many groups', 'User-agent: *\nDisallow: /x\n\n'.repeat(16_000), true],
  ])('with %s is read, and forbids everything if it cannot be read within moments', (_, text, isAllowed) => {
    expect(allows(text, `/${'a'.repeat(2000)}`)).toBe(isAllowed);
  });
});

describe('private addresses', () => {
  it.each(
    `0.0.0.0-0.255.255.255 10.0.0.0-10.255.255.255 100.64.0.0-100.127.255.255 127.0.0.0-127.255.255.255
    169.254.0.0-169.254.255.255 172.16.0.0-172.31.255.255 192.0.0.0-192.0.0.255 192.168.0.0-192.168.255.255
    198.18.0.0-198.19.255.255 224.0.0.0-239.255.255.255 240.0.0.0-255.255.255.255
    ::-::1 ::2-::ffff:ffff ::127.0.0.1-::7f00:1 ::ffff:0:0-::ffff:0.255.255.255 ::ffff:127.0.0.1-::ffff:7f00:1
    ::ffff:0:0:0-::ffff:0:ffff:ffff ::ffff:0:127.0.0.1-::ffff:0:7f00:1
    64:ff9b::-64:ff9b::ffff:ffff 64:ff9b:1::-64:ff9b:1:ffff:ffff:ffff:ffff:ffff
    2002::-2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff fc00::-fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
    fe80::-febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff fec0::-feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
    ff00::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fe80::1%eth0-fe80::1%eth0`.split(/\s+/u),
  )('include %s', (range) => {
    expect(range.split('-').map(isPrivateAddress)).toEqual([true, true]);
  });

  it.each(words`1.0.0.0 1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
    172.15.255.255 172.32.0.1 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255
    93.184.216.34 2606:4700::1111 2003::1 ::ffff:1.1.1.1`)('do not include %s', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  );

  it('are recognized behind names and in brackets', async () => {
    expect(await isPrivateHost('localhost')).toBe(true);
    expect(await isPrivateHost('[::1]')).toBe(true);
    expect(await isPrivateHost('1.1.1.1')).toBe(false);
  });

  it('are refused behind a name too, when the connection is made', async () => {
    await serving('.', async ({ base }) => {
      const { port } = new URL(base);
      const init = { method: 'GET', headers: {}, signal: new AbortController().signal };
      const refused = guardedConnect(undefined);
      await expect(refused(`http://localhost:${port}/`, init)).rejects.toThrow('in a private network');
      await expect(refused(`http://127.0.0.1:${port}/`, init)).rejects.toThrow('in a private network');
      const response = await guardedConnect('127.0.0.1')(`${base}/package.json`, init);
      expect(response.status).toBe(200);
    });
  });
});

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('the client', () => {
  const asClient = <T>(
    base: string,
    folder: string,
    use: (client: PoliteClient) => Promise<T>,
    chosen: Partial<PoliteClientOptions> = {},
  ) =>
    use(
      new PoliteClient({
        typed: base,
        store: new ResponseStore(join(folder, 'store', 'list')),
        timeout: answerLimit,
        retries: 0,
        signal: new AbortController().signal,
        ...chosen,
      }),
    );

  const onHost = (use: (base: string, folder: string, log: string[]) => Promise<void>, meddle?: Meddle) =>
    inFolder(async (folder) => {
      writeFiles(folder, { 'a.json': '1', 'b.json': '2' });
      await serving(folder, ({ base, log }) => use(base, folder, log), meddle);
    });

  it('requests robots.txt once, and nothing twice', () =>
    onHost(async (base, folder, log) => {
      await asClient(base, folder, async (client) => {
        for (const path of ['a', 'b', 'a']) await client.get(`${base}/${path}.json`);
        expect(await client.find(`${base}/none`)).toBeUndefined();
      });
      expect(log).toEqual(['/robots.txt', '/a.json', '/b.json', '/none']);
    }));

  /** A clock on which nobody waits, with the milliseconds of every pause. */
  const fakeClock = () => {
    const pauses: number[] = [];
    let now = 0;
    const pause = async (milliseconds: number) => {
      pauses.push(milliseconds);
      now += milliseconds;
    };
    return { pauses, clock: { now: () => now, pause } };
  };

  it.each<[string, string, number[]]>([
    ['sends a request a second to another host', '[::ffff:127.0.0.1]', [1000, 1000, 1000]],
    ['sends requests to this machine at once', '127.0.0.1', []],
  ])('%s', (_, host, expected) =>
    onHost(async (base, folder) => {
      const { pauses, clock } = fakeClock();
      const foreign = base.replace('127.0.0.1', host);
      const each = async (client: PoliteClient) => {
        for (const path of ['a', 'b', 'none']) await client.find(`${foreign}/${path}.json`);
      };
      await asClient(foreign, folder, each, { clock });
      expect(pauses).toEqual(expected);
    }),
  );

  it('keeps to its rate when it tries again', () => {
    let failures = 1;
    return onHost(
      async (base, folder, log) => {
        const { pauses, clock } = fakeClock();
        const foreign = base.replace('127.0.0.1', '[::ffff:127.0.0.1]');
        await asClient(foreign, folder, (client) => client.get(`${foreign}/a.json`), { clock, retries: 1 });
        expect(log).toEqual(['/robots.txt', '/a.json', '/a.json']);
        expect(pauses).toEqual([1000, 1000]);
      },
      (path, response) => path === '/a.json' && failures-- > 0 && Boolean(response.destroy()),
    );
  });

  it('waits as long as robots.txt requests, also on this machine', () =>
    onHost(async (base, folder) => {
      writeFiles(folder, { 'robots.txt': 'User-agent: *\nCrawl-delay: 0.3' });
      const { pauses, clock } = fakeClock();
      const both = (client: PoliteClient) => Promise.all(['a', 'b'].map((path) => client.get(`${base}/${path}.json`)));
      await asClient(base, folder, both, { clock });
      expect(pauses).toEqual([300]);
    }));

  it('follows up to five redirects', () =>
    onHost(
      async (base, folder) => {
        await asClient(base, folder, async (client) => {
          expect((await client.get(`${base}/1`)).finalUrl).toBe(`${base}/a.json`);
          expect(await problemsOf(client.get(`${base}/9`))).toEqual(['import-request: has more than 5 redirects']);
          expect(await problemsOf(client.get(`${base}/file`))).toEqual([
            'import-address: redirects to "file:///etc/passwd", which is not an http or https address',
          ]);
        });
      },
      (path, response) => {
        const left = Number(/^\/(\d)$/u.exec(path)?.[1] ?? 0);
        const location = path === '/file' ? 'file:///etc/passwd' : left > 1 ? `/${left - 1}` : '/a.json';
        if (left > 0 || path === '/file') response.writeHead(302, { location }).end();
        return left > 0 || path === '/file';
      },
    ));

  it('reads a sheet of Google where it is redirected to, and says how to share one that asks to sign in', () =>
    onHost(
      async (base, folder, log) => {
        const signal = new AbortController().signal;
        const options = { data: join(folder, 'data'), name: 'list', timeout: answerLimit, retries: 0 };
        const web = new Web(base, options, '0.0.0', signal);
        expect(await getSheet(web, `${base}/shared`)).toMatchObject({ address: `${base}/shared`, type: xlsx });
        expect(log).toEqual(['/robots.txt', '/shared', '/file']);
        const problems = ['/private', '/closed', '/none'].map((path) => problemsOf(getSheet(web, `${base}${path}`)));
        expect((await Promise.all(problems)).flat()).toEqual([
          'import-source: cannot be read as a public sheet (a page to sign in)',
          'import-source: cannot be read as a public sheet (robots.txt does not allow it)',
          'import-source: cannot be read as a public sheet (answered 404)',
        ]);
        web.rows.close();
      },
      (path, response) => {
        const redirects: Record<string, string> = {
          '/shared': '/file',
          '/private': '/sign-in',
          '/closed': '/no/sign-in',
        };
        const location = redirects[path];
        if (location !== undefined) response.writeHead(307, { location }).end();
        else if (path === '/file') response.writeHead(200, { 'content-type': xlsx }).end('PK');
        else if (path === '/sign-in') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('');
        else if (path === '/robots.txt') response.writeHead(200).end('User-agent: *\nDisallow: /no/');
        else return false;
        return true;
      },
    ));

  it('follows no redirect from https to http', async () => {
    expect(redirected('https://a.example/x', '//b.example/y')).toBe('https://b.example/y');
    expect(redirected('http://a.example/x', 'https://b.example/y')).toBe('https://b.example/y');
    expect(() => redirected('https://a.example/x', 'http://a.example/y')).toThrow(
      'redirects from https to "http://a.example/y"',
    );
  });

  it('reads nothing if robots.txt is unavailable', () =>
    onHost(
      async (base, folder) => {
        const problems = await asClient(base, folder, (client) => problemsOf(client.get(`${base}/a.json`)));
        expect(problems).toEqual([`import-robots: may be forbidden: ${base}/robots.txt answered 500`]);
      },
      (path, response) => path === '/robots.txt' && Boolean(response.writeHead(500).end()),
    ));

  it('does not take an address for missing because it asked too often', () =>
    onHost(
      async (base, folder) => {
        const problems = await asClient(base, folder, (client) => problemsOf(client.find(`${base}/a.json`)));
        expect(problems).toEqual(['import-request: answered 429']);
      },
      (path, response) => path === '/a.json' && Boolean(response.writeHead(429).end()),
    ));

  it('requests again what was damaged in the store', () =>
    onHost(async (base, folder, log) => {
      await asClient(base, folder, async (client) => {
        const { file } = await client.get(`${base}/a.json`);
        writeFiles('/', { [file.slice(1)]: 'x' });
        await client.get(`${base}/a.json`);
      });
      expect(log).toEqual(['/robots.txt', '/a.json', '/a.json']);
    }));
});
