// Lists, read to their ends: on builds for hosts of both kinds, and on services with the faults of hosts and of others' code.
import { describe, expect, it } from 'vitest';
import { CatalogError, NotFoundError, openCatalog, PagingError } from '../../src/library/open-catalog.ts';
import { serving, type Meddle } from '../import/served.ts';
import { all, builtCatalog, courses } from './catalogs.ts';

const idsOf = (chosen: readonly { readonly id: number }[]) => chosen.map(({ id }) => id).toSorted((a, b) => a - b);
const inFrench = idsOf(courses.filter(({ language }) => language.includes('Français')));

describe('the client', () => {
  it.each(['query', 'path'] as const)('has all courses of every list, by links with a page in the %s', async (form) => {
    await serving(await builtCatalog({ pageLinks: form }), async ({ base, log }) => {
      const catalog = await openCatalog(base);
      expect(idsOf(await all(catalog.list('language', 'Français')))).toEqual(inFrench);
      const ofProvider = idsOf(courses.filter(({ provider }) => provider === 2));
      expect(idsOf(await all(catalog.list('provider', 2)))).toEqual(ofProvider);
      const inPhysics = idsOf(courses.filter(({ categories = [] }) => categories.includes(11)));
      expect(idsOf(await all(catalog.list('category', '11')))).toEqual(inPhysics);
      expect(new Set(log).size, 'each page once').toBe(log.length);
      expect(log).toContain(`/api/v1/providers/2/courses/${form === 'query' ? '?page=2' : 'page/2/'}`);
    });
  });

  it('is given any address of a service, also below a path', async () => {
    await serving(await builtCatalog(), async ({ base }) => {
      for (const address of [`${base}/`, `${base}/api/v1/`, `${base}/api/v1/courses/latest/?x#y`, new URL(base)]) {
        const catalog = await openCatalog(address);
        expect(catalog.address).toBe(`${base}/`);
        expect(await catalog.providers()).toHaveLength(2);
      }
    });
    expect((await openCatalog('https://host.example/courses')).address).toBe('https://host.example/courses/');
    await expect(openCatalog('host.example')).rejects.toThrow(TypeError);
  });

  it.for([0, -1, 1.5, Number.NaN])(
    'refuses %s requests at a time, which would load nothing for ever',
    async (concurrency) => {
      await expect(openCatalog('https://host.example', { concurrency })).rejects.toThrow(
        new RangeError(`concurrency: expected a whole number of at least 1, got ${concurrency}`),
      );
    },
  );

  it('refuses lists that there are not', async () => {
    const catalog = await openCatalog('https://host.example');
    // @ts-expect-error no list has this name
    expect(() => catalog.list('languages', 'English')).toThrow(
      new TypeError('there is no list by "languages": category, language, provider'),
    );
  });

  it('requests pages ahead, no more at a time than it may, and no page after the last that is asked for', async () => {
    const out = await builtCatalog();
    for (const concurrency of [1, 3]) {
      let [most, underWay] = [0, 0];
      const counted = async (...request: Parameters<typeof fetch>) => {
        underWay += 1;
        most = Math.max(most, underWay);
        const response = await fetch(...request);
        await new Promise((resolve) => setTimeout(resolve, 5));
        underWay -= 1;
        return response;
      };
      await serving(out, async ({ base }) => {
        const catalog = await openCatalog(base, { fetch: counted, concurrency });
        expect(idsOf(await all(catalog.list('language', 'Français')))).toEqual(inFrench);
      });
      expect(most).toBe(concurrency);
    }
    await serving(out, async ({ base, log }) => {
      for await (const { id } of (await openCatalog(base)).list('language', 'Français')) if (id > 0) break;
      expect(log.length).toBeLessThanOrEqual(9);
    });
  });

  it('ends with an error, and no course twice, where a host ignores the query', async () => {
    const ignoring: Meddle = (path, response, base) => {
      if (!path.includes('?')) return false;
      response.writeHead(302, { location: base + path.replace(/\?.*/u, '') }).end();
      return true;
    };
    await serving(
      await builtCatalog(),
      async ({ base }) => {
        const listed: number[] = [];
        const reading = async () => {
          for await (const { id } of (await openCatalog(base)).list('provider', 1)) listed.push(id);
        };
        await expect(reading()).rejects.toThrow(PagingError);
        await expect(reading()).rejects.toMatchObject({
          name: 'PagingError',
          status: 200,
          address: `${base}/api/v1/providers/1/courses/?page=2`,
          message: expect.stringContaining('--page-links path'),
        });
        expect(listed).toHaveLength(8);
        expect(new Set(listed).size).toBe(4);
      },
      ignoring,
    );
  });
});

/** Answers pages of the list of provider 1 with these links and courses, the second and later ones at `?cursor=…`. */
function pagesWith(pages: readonly { readonly next?: string | null; readonly ids: readonly number[] }[]): Meddle {
  return (path, response) => {
    const [, number = '0'] = /^\/api\/v1\/providers\/1\/courses\/(?:\?cursor=(\d+))?$/u.exec(path) ?? [path, undefined];
    const { next, ids } = pages[Math.min(Number(number), pages.length - 1)] ?? { next: null, ids: [] };
    const results = ids.map((id) => ({ id, linkhash: String(id) }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ count: 4, next, previous: null, results }));
    return true;
  };
}

describe('the client of a service that others wrote', () => {
  const own = 'https://elsewhere.example/prefix/api/v1/providers/1/courses/';
  const read = async (meddle: Meddle) =>
    serving('.', async ({ base }) => idsOf(await all((await openCatalog(base)).list('provider', 1))), meddle);

  it('follows links of any form, also those that name another host than it was given', async () => {
    const pages = [
      { next: `${own}?cursor=1`, ids: [1, 2] },
      { next: null, ids: [3, 4] },
    ];
    expect(await read(pagesWith(pages))).toEqual([1, 2, 3, 4]);
  });

  it('accepts a course twice on a page, and a list without courses', async () => {
    expect(await read(pagesWith([{ next: null, ids: [1, 2, 2] }]))).toEqual([1, 2, 2]);
    expect(await read(pagesWith([{ next: null, ids: [] }]))).toEqual([]);
  });

  it('takes a page without a link to the next for the last', async () => {
    expect(await read(pagesWith([{ ids: [1, 2] }]))).toEqual([1, 2]);
  });

  it.each([null, 'a course'])('fails for a page with %o in place of a course', async (course) => {
    const page: Meddle = (_, response) => {
      response.writeHead(200).end(JSON.stringify({ count: 1, next: null, previous: null, results: [course] }));
      return true;
    };
    await expect(read(page)).rejects.toThrow(/is not a valid API response/u);
  });

  it.each([
    ['that repeat', [{ next: `${own}?cursor=0`, ids: [1, 2] }], PagingError],
    [
      'of which the last one repeats',
      [
        { next: `${own}?cursor=1`, ids: [1, 2] },
        { next: null, ids: [1, 2] },
      ],
      PagingError,
    ],
    [
      'that are empty and go on',
      [
        { next: `${own}?cursor=1`, ids: [1, 2, 3] },
        { next: `${own}?cursor=2`, ids: [] },
        { next: `${own}?cursor=3`, ids: [] },
      ],
      PagingError,
    ],
    [
      'that never end',
      Array.from({ length: 99 }, (_, at) => ({ next: `${own}?cursor=${at + 1}`, ids: [2 * at + 1, 2 * at + 2] })),
      PagingError,
    ],
    ['that lead out of the interface', [{ next: 'https://elsewhere.example/', ids: [1] }], CatalogError],
  ])('fails for pages %s', async (_, pages, error) => {
    await expect(read(pagesWith(pages))).rejects.toThrow(error);
  });

  it('says what there is not: a list, or a later page of it', async () => {
    await serving(await builtCatalog(), async ({ base }) => {
      const missing = all((await openCatalog(base)).list('language', 'Klingon & Co.'));
      await expect(missing).rejects.toThrow(NotFoundError);
      await expect(missing).rejects.toMatchObject({
        status: 404,
        address: `${base}/api/v1/languages/Klingon%20%26%20Co./courses/`,
      });
    });
  });
});
