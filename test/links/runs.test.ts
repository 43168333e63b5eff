// Runs of `links` over days: what is requested when, what is saved, and when an address is dead.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { Connect } from '../../src/http/client.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { connectHere, fakeClock, hosting, runLinks, steppedClock, writeCatalog } from './asked.ts';

const historyOf = (data: string): unknown[] =>
  readFileSync(`${data}/.links.ndjson`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

/** A host whose pages answer with a status for each day, and the paths of its requests but HEAD and robots.txt. */
async function changingHost() {
  const log: string[] = [];
  const statuses: Record<string, number> = {};
  const { at } = await hosting(({ url = '', method }, response) => {
    if (method === 'GET' && url !== '/robots.txt') log.push(url);
    response.writeHead(url === '/robots.txt' ? 404 : (statuses[url] ?? 200), { 'Content-Type': 'text/html' }).end();
  });
  return { at, log, statuses };
}

const kinds = ({ findings }: Awaited<ReturnType<typeof runLinks>>) =>
  findings.map(({ result, times }) => `${result} ${times}`);

describe('an address', () => {
  it('is due, and so is said, if its answer is of a day that is still to come', async ({ folder }) => {
    const { at } = await changingHost();
    const url = at('http://a.example/x');
    const data = writeCatalog(folder, [url]);
    expect(await runLinks(data, 1)).toMatchObject({ requested: 1, later: 0 });
    const file = `${data}/.links.ndjson`;
    writeFileSync(file, readFileSync(file, 'utf8').replace('2026', '2099'));
    expect(await runLinks(data, 2)).toMatchObject({ requested: 1, later: 1 });
    expect(await runLinks(data, 3)).toMatchObject({ requested: 0, later: 0 });
  });

  it('is dead after three failures in a row, each on a day of its own', async ({ folder }) => {
    const { at, statuses } = await changingHost();
    statuses['/x'] = 404;
    const url = at('http://a.example/x');
    const data = writeCatalog(folder, [`${url}#part`, url]);
    expect(kinds(await runLinks(data, 1))).toEqual(['failed 1']);
    // A second run on the same day is the same bad day, also if the address is named.
    expect(await runLinks(data, 1)).toMatchObject({ requested: 0 });
    expect(kinds(await runLinks(data, 1, { only: url }))).toEqual(['failed 1']);
    expect(kinds(await runLinks(data, 2))).toEqual(['failed 2']);
    const { findings } = await runLinks(data, 3);
    expect(findings).toEqual([
      {
        url,
        checkedAt: '2026-05-03T09:00:00Z',
        result: 'dead',
        since: '2026-05-01T09:00:00Z',
        times: 3,
        what: 'answered 404',
        places: [
          {
            file: `${data}/courses.ndjson`,
            subject: 'course 1',
            title: 'Baking bread',
            line: 1,
            column: expect.any(Number),
          },
          {
            file: `${data}/courses.ndjson`,
            subject: 'course 2',
            title: 'Baking bread',
            line: 2,
            column: expect.any(Number),
          },
        ],
      },
    ]);
    statuses['/x'] = 200;
    expect(kinds(await runLinks(data, 4))).toEqual([]);
    expect(historyOf(data)).toEqual([{ url, checkedAt: '2026-05-04T09:00:00Z' }]);
  });

  it('that flaps over five runs is never dead, and a dead one stays dead on a bad day of its host', async ({
    folder,
  }) => {
    const { at, statuses } = await changingHost();
    const data = writeCatalog(folder, [at('http://a.example/flaps'), at('http://a.example/gone')]);
    const shown: string[][] = [];
    for (const [day, flapping] of [404, 200, 404, 200, 404].entries()) {
      [statuses['/flaps'], statuses['/gone']] = [flapping, day === 3 ? 500 : 404];
      shown.push(kinds(await runLinks(data, day + 1, { only: at('http://a.example/') })));
    }
    expect(shown).toEqual([
      ['failed 1', 'failed 1'],
      ['failed 2'],
      ['failed 1', 'dead 3'],
      ['dead 3'],
      ['failed 1', 'dead 4'],
    ]);
  });

  it('is requested again the next day if it failed, and after 30 days if it answered', async ({ folder }) => {
    const { at, log, statuses } = await changingHost();
    Object.assign(statuses, { '/gone': 404, '/shy': 403 });
    const data = writeCatalog(
      folder,
      ['/well', '/gone', '/shy'].map((path) => at(`http://a.example${path}`)),
    );
    const asked: string[][] = [];
    for (const day of [1, 2, 30, 31]) {
      await runLinks(data, day);
      asked.push(log.splice(0).toSorted());
    }
    expect(asked).toEqual([
      ['/gone', '/shy', '/well'],
      ['/gone', '/shy'],
      ['/gone', '/shy'],
      ['/gone', '/shy', '/well'],
    ]);
  });

  it('that is gone from the catalog is forgotten', async ({ folder }) => {
    const { at, statuses } = await changingHost();
    statuses['/x'] = 404;
    const data = writeCatalog(folder, [at('http://a.example/x'), at('http://a.example/y')]);
    await runLinks(data, 1);
    writeCatalog(folder, [at('http://a.example/y')]);
    await runLinks(data, 2);
    expect(historyOf(data)).toEqual([{ url: at('http://a.example/y'), checkedAt: '2026-05-01T09:00:00Z' }]);
  });

  it('of a provider or of a picture is requested as well, one without http is not', async ({ folder }) => {
    const { at, log } = await changingHost();
    const data = writeCatalog(folder, ['courses/bread', 'mailto:a@a.example', at('http://a.example/course')]);
    const provider = at('http://b.example/provider');
    writeFiles(data, { 'providers.json': JSON.stringify([{ id: 1, name: 'Baker', url: provider }]) });
    const [course = ''] = readFileSync(`${data}/courses.ndjson`, 'utf8').split('\n').slice(-2);
    const picture = { ...JSON.parse(course), id: 9, linkurl: 'more', image: at('http://c.example/picture.png') };
    writeFiles(data, { 'courses.ndjson': `${course}\n${JSON.stringify(picture)}\n` });
    expect(await runLinks(data, 1)).toMatchObject({ addresses: 3, requested: 3 });
    expect(log.toSorted()).toEqual(['/course', '/picture.png', '/provider']);
  });
});

describe('a run', () => {
  it('leaves a host alone that bans after ten requests, and asks for the rest another day', async ({ folder }) => {
    let [requests, banned] = [0, 0];
    const { at } = await hosting((_, response) => {
      requests += 1;
      if (requests > 10) banned += 1;
      response.writeHead(requests > 10 ? 403 : 200, { 'Content-Type': 'application/pdf' }).end();
    });
    const addresses = Array.from({ length: 40 }, (_, index) => at(`http://a.example/${index}`));
    const data = writeCatalog(folder, addresses);
    // robots.txt and nine addresses; then five refusals, each of HEAD and of GET.
    expect(await runLinks(data, 1)).toMatchObject({ requested: 14, remaining: 26, findings: { length: 5 } });
    expect(banned).toBe(10);
    requests = -100;
    expect(await runLinks(data, 2)).toMatchObject({ requested: 31, remaining: 0, findings: [] });
  });

  it('asks for no more than --limit, in turn of the hosts, and comes to all of them', async ({ folder }) => {
    const { at } = await changingHost();
    const large = Array.from({ length: 9 }, (_, index) => at(`http://large.example/${index}`));
    const data = writeCatalog(folder, [...large, at('http://small.example/x'), at('http://tiny.example/x')]);
    const hostsOf = async (day: number) => {
      await runLinks(data, day, { limit: 4 });
      const lines = readFileSync(`${data}/.links.ndjson`, 'utf8').split('\n');
      return lines.filter((line) => line.includes(`2026-05-0${day}`)).map((line) => /\/\/(\w+)/u.exec(line)?.[1]);
    };
    expect(await hostsOf(1)).toEqual(['large', 'large', 'small', 'tiny']);
    expect(await hostsOf(2)).toEqual(['large', 'large', 'large', 'large']);
    expect(await hostsOf(3)).toEqual(['large', 'large', 'large']);
  });

  it('sends no host more than one request a second, whatever is requested at the same time', async ({ folder }) => {
    const { at } = await changingHost();
    const clock = fakeClock();
    const times = new Map<string, number[]>();
    const connect: Connect = async (url, init) => {
      const { host } = new URL(url);
      times.set(host, [...(times.get(host) ?? []), clock.now()]);
      return connectHere(url, init);
    };
    const addresses = Array.from({ length: 400 }, (_, index) => at(`http://host${index % 80}.example/${index}`));
    await runLinks(writeCatalog(folder, addresses), 1, { clock, connect });
    expect(times.size).toBe(80);
    for (const ofHost of times.values()) {
      expect(ofHost).toHaveLength(11);
      const gaps = ofHost.slice(1).map((time, index) => time - (ofHost[index] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
    }
  });

  it('asks a host no more than once a second to which several others redirect, and once for its robots.txt', async ({
    folder,
  }) => {
    const clock = steppedClock();
    const asked: { readonly time: number; readonly url: string }[] = [];
    const connect: Connect = async (url, init) => {
      if (url.includes('//hub.')) asked.push({ time: clock.now(), url: new URL(url).pathname });
      return connectHere(url, init);
    };
    const { at } = await hosting(({ url = '', headers: { host = '' } }, response) => {
      const isHub = host.startsWith('hub.') || url === '/robots.txt';
      if (isHub) response.writeHead(200, { 'Content-Type': 'application/pdf' }).end();
      else response.writeHead(302, { Location: at(`http://hub.example${url}`) }).end();
    });
    const addresses = Array.from({ length: 10 }, (_, index) => at(`http://host${index % 5}.example/${index}`));
    const report = await runLinks(writeCatalog(folder, addresses), 1, { clock, connect });
    expect(report).toMatchObject({ requested: 10, findings: [] });
    expect(asked.filter(({ url }) => url === '/robots.txt')).toHaveLength(1);
    expect(asked).toHaveLength(11);
    const gaps = asked.slice(1).map(({ time }, index) => time - (asked[index]?.time ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
  });

  it('in which no host answers at all proves nothing', async ({ folder }) => {
    const data = writeCatalog(folder, ['http://gone.invalid/x']);
    expect(kinds(await runLinks(data, 1))).toEqual(['unknown 1']);
    const { at } = await changingHost();
    writeCatalog(folder, ['http://gone.invalid/x', at('http://a.example/x')]);
    expect(kinds(await runLinks(data, 2))).toEqual(['failed 1']);
  });

  it('in which only a host is due that does not exist asks one that answered before: in three weeks it is dead', async ({
    folder,
  }) => {
    const { at, log } = await changingHost();
    const data = writeCatalog(folder, [at('http://a.example/x'), at('http://b.example/y'), 'http://gone.invalid/z']);
    expect(kinds(await runLinks(data, 1))).toEqual(['failed 1']);
    log.splice(0);
    expect(kinds(await runLinks(data, 8))).toEqual(['failed 2']);
    expect(await runLinks(data, 15)).toMatchObject({
      requested: 2,
      remaining: 0,
      findings: [{ result: 'dead', times: 3 }],
    });
    expect(log).toEqual(['/x', '/x']);
    // Without a network no address is dead.
    writeCatalog(folder, [at('http://a.example/x'), 'http://new.invalid/z']);
    const noNetwork: Connect = async (url, init) => connectHere(url.replace('.example', '.invalid'), init);
    expect(kinds(await runLinks(data, 22, { connect: noNetwork }))).toEqual(['unknown 1', 'unknown 1']);
  });

  it('that is interrupted saves the answers so far', async ({ folder }) => {
    const controller = new AbortController();
    const { at } = await hosting(({ url }, response) => {
      if (url === '/2') controller.abort(new Error('interrupted'));
      else response.writeHead(200, { 'Content-Type': 'application/pdf' }).end();
    });
    const data = writeCatalog(
      folder,
      ['/1', '/2', '/3'].map((path) => at(`http://a.example${path}`)),
    );
    await expect(runLinks(data, 1, {}, controller.signal)).rejects.toThrow('interrupted');
    expect(historyOf(data)).toEqual([{ url: at('http://a.example/1'), checkedAt: '2026-05-01T09:00:00Z' }]);
  });
});

describe('the history file', () => {
  it('has the same bytes whatever the order of the answers, and is no source of the catalog', async ({ folder }) => {
    const { at, statuses } = await changingHost();
    statuses['/b'] = 404;
    const data = writeCatalog(
      folder,
      ['/b', '/a', '/c'].map((path) => at(`http://${path.slice(1)}.example${path}`)),
    );
    await runLinks(data, 1);
    const text = readFileSync(`${data}/.links.ndjson`, 'utf8');
    expect(text.split('\n').map((line) => /\/\/(\w)/u.exec(line)?.[1])).toEqual(['a', 'b', 'c', undefined]);
    await runLinks(data, 1, { only: at('http://a.example/') });
    expect(readFileSync(`${data}/.links.ndjson`, 'utf8')).toBe(text);
    const checked = await courseCatalog(['check', '--data', data]);
    expect(checked.stderr).toBe(
      `${data} is valid: 3 courses, 1 provider, 0 categories, 1 language; 2 list pages to write\n`,
    );
  });
});

it('a history that is a folder, or no history at all, is a problem', async ({ folder }) => {
  const data = writeCatalog(folder, ['https://a.example/x']);
  const file = `${data}/.links.ndjson`;
  mkdirSync(file);
  await expect(runLinks(data, 1)).rejects.toThrow('exists, and is not a regular file');
  rmSync(file, { recursive: true });
  writeFileSync(file, 'x\n'.repeat(5000));
  const { exitCode, stderr } = await courseCatalog(['links', '--data', data]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('1,000 errors');
});
