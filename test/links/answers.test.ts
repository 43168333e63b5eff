// What an address answers, and what that proves: real servers on this machine under many names.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { once } from 'node:events';
import { describe, expect, onTestFinished } from 'vitest';
import { guardedConnect } from '../../src/http/private-networks.ts';
import { RateLimiter } from '../../src/http/rate-limiter.ts';
import { LinkChecker, type CheckOptions } from '../../src/upkeep/links/link-checker.ts';
import { it } from '../helpers/fixture.ts';
import { answerLimit } from '../helpers/limits.ts';
import { listen } from '../helpers/ports.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { connectHere, fakeClock, hosting } from './asked.ts';

/** An checker of one host. */
function checker(chosen: Partial<CheckOptions> = {}): LinkChecker {
  const limiter = new RateLimiter(fakeClock());
  const { signal } = new AbortController();
  const options = { timeout: answerLimit, retries: 0, signal, userAgent: 'test', connect: connectHere };
  return new LinkChecker({ limiter, robots: new Map(), ...options, ...chosen });
}

const words = 'We knead, wait and bake. '.repeat(40);
const page = (title: string, body = words) =>
  `<!doctype html><title>${title}</title><script>var bread</script><p>${body}`;

function sendPage(response: ServerResponse, body: string, type = 'text/html; charset=utf-8'): void {
  response.writeHead(200, { 'Content-Type': type }).end(body);
}

/** A host with a page for each case, by its path. */
const cases: RequestListener = ({ url = '', method, headers }, response) => {
  const [, kind = '', value = ''] = url.split('/');
  const redirect = (status: number, location: string) => void response.writeHead(status, { location }).end();
  if (kind === 'status') response.writeHead(Number(value), { 'Content-Type': 'text/html' }).end(page('Baking bread'));
  else if (kind === 'bread') sendPage(response, page('Baking bread'));
  else if (kind === 'file')
    response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(method === 'HEAD' ? '' : 'PDF');
  else if (kind === 'get-only')
    response.writeHead(method === 'HEAD' ? 405 : 200, { 'Content-Type': 'text/html' }).end(page('Bread'));
  else if (kind === 'head-lies')
    response.writeHead(method === 'HEAD' ? 404 : 200, { 'Content-Type': 'text/html' }).end(page('Bread'));
  else if (kind === 'no-head' && method === 'HEAD') response.destroy();
  else if (kind === 'no-head') sendPage(response, page('Bread'));
  else if (kind === 'to') redirect(Number(value), '/bread');
  else if (kind === 'to-gone') redirect(301, '/status/404');
  else if (kind === 'to-front') redirect(302, '/');
  else if (kind === 'de' && value !== '') redirect(302, value === 'up' ? '/' : '/de/');
  // Raw bytes, as servers send them that were given UTF-8; Node writes a character a byte.
  else if (kind === 'to-raw') redirect(302, Buffer.from('/pão').toString('latin1'));
  else if (url === '/p%C3%A3o') sendPage(response, page('Baking bread'));
  else if (url.startsWith('/p%')) response.writeHead(404).end();
  else if (kind === 'to-short') redirect(301, '/ml');
  else if (kind === 'ml') sendPage(response, page('Baking bread'));
  else if (kind === 'to-no-host') redirect(301, 'http://gone.invalid/x');
  else if (kind === 'to-private') redirect(301, 'http://127.0.0.1:1/x');
  else if (kind === 'to-file') redirect(302, 'file:///etc/passwd');
  else if (kind === 'twice') redirect(301, '/to/302');
  else if (kind === 'circle') redirect(302, '/circle2');
  else if (kind === 'circle2') redirect(302, '/circle');
  else if (kind === 'far') redirect(302, `/far/${Number(value) + 1}`);
  else if (kind === 'soft') sendPage(response, page('Page not found | Bakery'));
  else if (kind === 'about-errors') sendPage(response, page('Designing 404 error pages'));
  else if (kind === 'soft-de') sendPage(response, page('Seite nicht gefunden'));
  else if (kind === 'other') sendPage(response, page('Casino', 'Spin the wheel and win. '.repeat(40)));
  else if (kind === 'by-script') sendPage(response, page('', 'Loading'));
  else if (kind === 'accents') sendPage(response, page('x', `p&acirc;tisserie ${words.replaceAll('bake', 'x')}`));
  else if (kind === 'latin1')
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(Buffer.from(`<meta charset=iso-8859-1>${page('P\u00e2tisserie')}`, 'latin1'));
  else if (kind === 'silent') return;
  else if (kind === 'drop') response.destroy();
  else if (url === '/robots.txt') response.end(`User-agent: *\nDisallow: /private`);
  else sendPage(response, page(`Front page of ${headers.host}`));
};

describe('an address', () => {
  it.for<[path: string, result: string, what: string]>([
    ['bread', 'ok', ''],
    ['to-raw', 'ok', ''],
    ['file', 'ok', ''],
    ['get-only', 'ok', ''],
    ['head-lies', 'ok', ''],
    ['no-head', 'ok', ''],
    ['to/302', 'ok', ''],
    ['to/307', 'ok', ''],
    ['by-script', 'ok', ''],
    ['status/404', 'error', 'answered 404'],
    ['status/410', 'error', 'answered 410'],
    ['to-gone', 'error', 'redirects to http://a.example:PORT/status/404: answered 404'],
    ['to-no-host', 'error', 'redirects to http://gone.invalid/x: no host of this name exists'],
    ...[401, 403, 406, 418, 451, 500, 502, 504].map((status): [string, string, string] => [
      `status/${status}`,
      'unknown',
      `answered ${status}`,
    ]),
    ['status/429', 'unknown', 'answered 429'],
    ['status/503', 'unknown', 'answered 503'],
    ['circle', 'unknown', 'redirects in a circle'],
    ['far/0', 'unknown', 'has more than 10 redirects'],
    ['to-file', 'unknown', 'redirects to "file:///etc/passwd", which is not an http or https address'],
    ['to-private', 'unknown', 'redirects to http://127.0.0.1:1/x: no answer: 127.0.0.1 is in a private network'],
    ['drop', 'unknown', 'no answer: socket hang up'],
    ['private/x', 'unknown', 'robots.txt does not allow it'],
    ['to/301', 'moved', 'has moved to http://a.example:PORT/bread'],
    ['to/308', 'moved', 'has moved to http://a.example:PORT/bread'],
    ['twice', 'moved', 'has moved to http://a.example:PORT/to/302'],
    ['to-front', 'suspicious', 'redirects to http://a.example:PORT/: the front page of its host'],
    ['de/bread', 'suspicious', 'redirects to http://a.example:PORT/de/: the front page of its host'],
    ['de/up', 'suspicious', 'redirects to http://a.example:PORT/: the front page of its host'],
    ['to-short', 'moved', 'has moved to http://a.example:PORT/ml'],
    ['soft', 'suspicious', 'has the title "Page not found | Bakery"'],
    ['about-errors', 'suspicious', 'has the title "Designing 404 error pages"'],
    ['soft-de', 'suspicious', 'has the title "Seite nicht gefunden"'],
    ['other', 'suspicious', 'has none of the words of the title'],
  ])('at /%s is %s', async ([path, result, what]) => {
    const { at, port } = await hosting(cases);
    const answer = await checker().check(at(`http://a.example/${path}`), ['Baking bread']);
    expect(answer).toMatchObject({ result, what: what.replace('PORT', String(port)) });
  });

  it.for<[path: string, ...titles: string[]]>([
    ['accents', 'Something else', 'Pâtisserie'],
    ['latin1', 'La pâtisserie'],
    ['other', 'Wie man das Rad dreht: wheel'],
    ['soft', 'Errors: what "not found" means'],
    ['bread', 'Io'],
    ['about-errors', 'Designing error pages'],
  ])('has a word of the title in whatever form, or the title has none: /%s, "%s"', async ([path, ...titles]) => {
    const { at } = await hosting(cases);
    expect((await checker().check(at(`http://a.example/${path}`), titles)).result).toBe('ok');
  });

  it('whose host does not exist is an error, and one whose host cannot be looked up is unknown', async () => {
    expect(await checker().check('http://gone.invalid/x', [])).toMatchObject({
      result: 'error',
      what: 'no host of this name exists',
    });
    expect(await checker().check('http://a.unreachable/x', [])).toMatchObject({
      result: 'unknown',
      what: 'no answer: getaddrinfo EAI_AGAIN a.unreachable',
    });
  });

  it('in a private network is unknown, and no request is sent', async () => {
    const asked: string[] = [];
    const { port } = await hosting(({ url = '' }, response) => void response.end(asked.push(url)));
    const check = async (url: string) => checker({ connect: guardedConnect(undefined) }).check(url, []);
    for (const url of [`http://127.0.0.1:${port}/x`, `http://localhost:${port}/x`])
      expect(await check(url)).toMatchObject({
        result: 'unknown',
        what: expect.stringContaining('in a private network'),
      });
    expect(asked).toEqual([]);
  });

  it('of a slow host is unknown after the time limit', async () => {
    const { at } = await hosting(cases);
    const answer = await checker({ timeout: 0.2 }).check(at('http://a.example/silent'), []);
    expect(answer).toMatchObject({ result: 'unknown', what: 'no answer within 0.2 s' });
  });

  it('with an international name, and one with an IPv6 address, is requested like any other', async () => {
    const { at } = await hosting(({ headers }, response) => sendPage(response, page(`${headers.host}`)));
    const idn = at('http://bücher.example/kurs');
    expect(await checker().check(new URL(idn).href, [])).toMatchObject({ result: 'ok' });
    const server = createServer(cases).listen(0, '::1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    expect(await checker().check(`http://six.example:${port}/status/410`, [])).toMatchObject({ result: 'error' });
    const literal = checker({ connect: guardedConnect('[::1]') });
    expect(await literal.check(`http://[::1]:${port}/bread`, ['bread'])).toMatchObject({ result: 'ok' });
  });

  it.for(['<title', '<script ', '<!--', '<', '&', 'charset=', '\u{fdfa}'])(
    'with a hostile page of nothing but %s is judged within moments',
    async (piece) => {
      const { at } = await hosting(({ url }, response) => {
        sendPage(response, url === '/robots.txt' ? '' : piece.repeat(300_000 / piece.length));
      });
      const { result } = await checker().check(at('http://a.example/x'), ['Baking bread']);
      expect(['ok', 'suspicious']).toContain(result);
    },
  );

  it('is not read to its end', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, 'bread ');
    const { at } = await hosting(({ url, method }, response) => {
      response.writeHead(url === '/robots.txt' ? 404 : 200, { 'Content-Type': 'text/html' });
      const more = () => {
        if (response.destroyed) return;
        sent += chunk.length;
        response.write(chunk, () => setImmediate(more));
      };
      if (url === '/robots.txt' || method === 'HEAD') response.end();
      else more();
    });
    expect((await checker().check(at('http://a.example/endless'), ['bread'])).result).toBe('ok');
    expect(sent).toBeLessThan(100 * chunk.length);
  });
});

describe.skipIf(isMissing('openssl'))(`a certificate${neededFor('openssl')}`, () => {
  it('that is not trusted makes an address unknown', async ({ folder }) => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const args = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-subj',
      '/CN=other.example',
    ];
    execFileSync(pathOf('openssl'), args, { stdio: 'ignore' });
    const { port, close } = await listen(createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, cases));
    onTestFinished(close);
    const answer = await checker({ retries: 3 }).check(`https://a.example:${port}/bread`, []);
    expect(answer).toMatchObject({ result: 'unknown', what: expect.stringContaining('self-signed certificate') });
  });
});

describe('robots.txt', () => {
  it.for<[number, string]>([
    [200, 'ok'],
    [404, 'ok'],
    [403, 'ok'],
    [500, 'unknown'],
    [503, 'unknown'],
  ])('is obeyed: one that answers %i makes an address %s', async ([status, result]) => {
    const { at } = await hosting(({ url }, response) => {
      if (url === '/robots.txt') response.writeHead(status).end();
      else sendPage(response, page('bread'));
    });
    expect((await checker().check(at('http://a.example/x'), [])).result).toBe(result);
  });

  it('is requested once, HEAD before GET, and no host but the one that is named', async () => {
    const log: string[] = [];
    const { at } = await hosting((request, response) => {
      log.push(`${request.method} ${request.url}`);
      cases(request, response);
    });
    const shared = checker();
    for (const path of ['file', 'bread', 'status/404']) await shared.check(at(`http://a.example/${path}`), []);
    expect(log).toEqual([
      'GET /robots.txt',
      'HEAD /file',
      'HEAD /bread',
      'GET /bread',
      'HEAD /status/404',
      'GET /status/404',
    ]);
  });
});

describe('a video', () => {
  /** YouTube as it is documented to answer: every page 200, and oEmbed with a status for each id. */
  const youtube =
    (known: number): RequestListener =>
    ({ url = '', headers: { host = '' } }, response) => {
      const { pathname, searchParams } = new URL(url, `http://${host}`);
      if (pathname !== '/oembed') {
        sendPage(response, page('YouTube'));
        return;
      }
      const video = new URL(searchParams.get('url') ?? '');
      const id = video.searchParams.get('list') ?? video.searchParams.get('v') ?? video.pathname.slice(1);
      response
        .writeHead(id === 'jNQXAC9IVRw' ? known : Number(id))
        .end(id === '200' && video.host === 'youtu.be' ? 'Forbidden' : '{}');
    };

  it.for<[url: string, result: string, what: string]>([
    ['https://www.youtube.com/watch?v=200', 'ok', ''],
    ['https://www.youtube.com/playlist?list=404', 'error', 'YouTube answered 404'],
    ['https://youtu.be/404', 'error', 'YouTube answered 404'],
    ['https://www.youtube.com/embed/404?rel=0', 'error', 'YouTube answered 404'],
    ['https://www.youtube-nocookie.com/embed/404', 'error', 'YouTube answered 404'],
    ['https://www.youtube.com/embed/videoseries?list=404', 'ok', ''],
    ['http://m.youtube.com/watch?v=401', 'unknown', 'YouTube answered 401, which proves nothing'],
    ['https://youtube.com/playlist?list=403', 'unknown', 'YouTube answered 403, which proves nothing'],
    ['https://www.youtube.com/watch?v=500', 'unknown', 'YouTube answered 500, which proves nothing'],
    ['https://youtu.be/200', 'unknown', 'YouTube answered 200, which proves nothing'],
    ['https://www.youtube.com/channel/404', 'ok', ''],
  ])('%s is %s', async ([url, result, what]) => {
    expect(await askYouTube(200, url)).toMatchObject({ result, what });
  });

  it('that is not found is unknown where one that is there is not found either', async () => {
    const what = 'YouTube answered 404, which proves nothing';
    expect(await askYouTube(404, 'https://youtu.be/404')).toMatchObject({ result: 'unknown', what });
  });

  async function askYouTube(known: number, url: string) {
    const { port } = await hosting(youtube(known));
    const connect: CheckOptions['connect'] = async (to, init) => {
      const { pathname, search, hostname } = new URL(to);
      return connectHere(`http://${hostname}:${port}${pathname}${search}`, init);
    };
    return checker({ connect }).check(url, []);
  }
});
