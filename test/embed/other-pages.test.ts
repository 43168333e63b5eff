// Lists in pages of others: the element under a strict policy of another origin, the page for frames, and the code of both as list pages give it.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openPreview } from '../../src/preview/preview.ts';
import { messagesOf } from '../../src/text/locales/locales.ts';
import { localeTags } from '../../src/text/locales/tags.ts';
import { openLocale } from '../../src/text/locales/translate.ts';
import { html } from '../../src/text/html.ts';
import { Markup } from '../../src/text/markup.ts';
import { it } from '../helpers/fixture.ts';
import { freePort, listen } from '../helpers/ports.ts';
import { buildFor, catalogFiles } from '../hosts/build-for.ts';
import { attackCourses } from '../browser/attack.ts';
import { axeFaults } from '../browser/axe.ts';
import { visit, type Visit, type VisitOptions } from '../browser/chromium.ts';
import { describeEach, onOneHost, onSomeHosts } from '../browser/deployments.ts';
import { isChromiumMissing, neededForChromium } from '../browser/program.ts';
import { coursesOf } from '../browser/published.ts';

interface OtherPage extends Pick<VisitOptions, 'colorScheme'> {
  /** The language of the page. */
  readonly lang?: string;
  readonly policy?: string;
}

/** Opens a page of another origin with this in its body. By its policy it loads what the catalog has, and nothing else. */
async function otherPage(
  catalog: string,
  body: string,
  { lang = 'en', policy, colorScheme = 'light' }: OtherPage = {},
): Promise<Visit> {
  const { origin } = new URL(catalog);
  const allowed = policy ?? `script-src ${origin}; connect-src ${origin}; frame-src ${origin}`;
  const strict = `default-src 'none'; img-src data:; ${allowed}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types static-course-catalog`;
  const page = html`<!doctype html><html lang="${lang}"><head><title>Other</title><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"></head><main><h1>Other</h1>${new Markup(body)}</main>`;
  const other = createServer((_, response) => {
    response.setHeader('Content-Security-Policy', strict);
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page.toString());
  });
  const { url, close } = await listen(other);
  onTestFinished(close);
  const visited = await visit(url, { colorScheme });
  // What is tried is that it requests the catalog.
  onTestFinished(() => forgive(visited, `request to another host: ${origin}/`));
  return visited;
}

/** Removes the faults that begin so. */
function forgive({ faults }: Visit, ...starts: readonly string[]): void {
  const left = faults.filter((fault) => !starts.some((start) => fault.startsWith(start)));
  faults.splice(0, faults.length, ...left);
}

/** The code of a list with these attributes. */
function listIn(catalog: string, attributes: string): string {
  const script = `<script type="module" src="${catalog}embed/course-list.js"></script>`;
  return `${script}<course-list catalog="${catalog}" ${attributes}></course-list>`;
}

const titlesIn = (page: Page | FrameLocator) => page.locator('course-list li .title');

/** The linkhashes that these links lead to, once there are some. */
async function linkhashesOf(links: Locator): Promise<string[]> {
  await links.first().waitFor();
  const read = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return read.map((href) => /([\da-f]{32})\/$/u.exec(href)?.[1] ?? `no course: ${href}`);
}

describeEach(onSomeHosts('sample'), 'in a page of another origin,', ({ addressOf, json, visit: visitCatalog }) => {
  const inSpanish = () => coursesOf(json('languages/Español/courses')).toSorted();

  it.for(['light', 'dark'] as const)('the element shows a list of', async (colorScheme) => {
    const catalog = addressOf('');
    const { page, picture } = await otherPage(catalog, listIn(catalog, 'language="Español" limit="100"'), {
      colorScheme,
    });
    const shown = await linkhashesOf(titlesIn(page));
    expect(shown.toSorted()).toEqual(inSpanish());
    expect(await titlesIn(page).first().getAttribute('href')).toBe(`${catalog}courses/${shown[0]}/`);
    expect(await axeFaults(page)).toEqual([]);
    await picture(`embed-${colorScheme}`);
  });

  it('has the accent of', async () => {
    const catalog = addressOf('');
    const { page } = await otherPage(catalog, listIn(catalog, 'limit="1"'));
    const link = page.getByRole('link', { name: 'All results' });
    const color = async () =>
      page.evaluate(
        "getComputedStyle(document.querySelector('course-list').shadowRoot.querySelector('div > p > a')).color",
      );
    await link.waitFor();
    expect(await color()).toBe('rgb(185, 28, 28)');
    await page.evaluate(
      "document.querySelector('course-list').style.setProperty('--course-list-accent', 'rgb(0, 90, 0)')",
    );
    expect(await color()).toBe('rgb(0, 90, 0)');
    expect(await link.getAttribute('href')).toBe(`${catalog}courses/`);
  });

  it('follows its attributes', async () => {
    const catalog = addressOf('');
    const { page } = await otherPage(catalog, listIn(catalog, 'language="Español|Français" sort="title" limit="3"'));
    const titles = await textsOf((await linkhashesOf(titlesIn(page)), titlesIn(page)));
    expect(titles).toHaveLength(3);
    expect(titles).toEqual(titles.toSorted(new Intl.Collator('en', { numeric: true }).compare));
    expect(await textsOf(page.getByRole('status'))).toEqual(['23 courses']);
    for (const [attribute, value, count] of [
      ['language', 'Español', '14 courses'],
      ['query', 'no such course anywhere', 'There are no courses here yet.'],
    ] as const) {
      await page.evaluate(`document.querySelector('course-list').setAttribute('${attribute}', '${value}')`);
      await page.getByRole('status').filter({ hasText: count }).waitFor();
    }
  });

  it('lets readers filter, with the focus where it was, clean for axe,', async () => {
    const catalog = addressOf('');
    const { page, picture } = await otherPage(catalog, listIn(catalog, 'filters="language provider"'));
    const field = page.getByLabel('Language');
    await field.focus();
    await field.selectOption('Español');
    await page.getByRole('status').filter({ hasText: '14 courses' }).waitFor();
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement?.value')).toBe('Español');
    expect(await axeFaults(page)).toEqual([]);
    await picture('embed-filters');
    // Providers without courses in this language are gone.
    const providers = await page.getByLabel('Provider').locator('option').allTextContents();
    const counts = providers.flatMap((text) => /\((\d+)\)$/u.exec(text)?.[1] ?? []);
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(14);
    await field.selectOption('');
    await page.getByRole('status').filter({ hasText: '201 courses' }).waitFor();
  });

  it.for(localeTags)('speaks %s of', async (tag) => {
    const catalog = addressOf('');
    const own = listIn(catalog, `locale="${tag}" limit="2"`);
    const { page } = await otherPage(catalog, `${own}<course-list catalog="${catalog}" limit="2"></course-list>`, {
      lang: tag,
    });
    await page.locator('course-list li').nth(3).waitFor();
    const { text, dir } = openLocale(tag, messagesOf[tag]);
    const count = text('courses.count', { count: 201 });
    expect(await textsOf(page.getByRole('status'))).toEqual([count, count]);
    expect(await page.getByRole('list', { name: text('filter.results') }).count()).toBe(2);
    expect(await page.locator('course-list > *, course-list [lang]').first().getAttribute('dir')).toBe(dir);
  });

  it('says in words what failed, and tries again with', async () => {
    const catalog = addressOf('');
    const { page, ...visited } = await otherPage(catalog, listIn(catalog, 'limit="many"'));
    await page.getByText('Invalid attribute: \u2066limit="many"\u2069. Expected: \u20661–100\u2069').waitFor();
    await page.route('**/filters/courses.json', async (route) => route.abort());
    await page.evaluate("document.querySelector('course-list').setAttribute('limit', '2')");
    await page.getByText(`${catalog}filters/courses.json`).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.unroute('**/filters/courses.json');
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(await linkhashesOf(titlesIn(page))).toHaveLength(2);
    forgive({ page, ...visited }, 'failed: ', 'console error: Failed to load resource');
  });

  it.for([
    ['sort="nonsense"', 'sort="nonsense"', 'match, newest'],
    ['sort=""', 'sort=""', 'match, newest'],
    ['fields="nope=x"', 'fields="nope"', 'language, category'],
    ['filters="author"', 'filters="author"', 'language, category'],
    ['catalog="https://["', 'catalog="https://["', 'https://'],
  ] as const)(
    'says that %s is invalid, and nothing of the connection, in a list of',
    async ([attribute, found, expected]) => {
      const catalog = addressOf('');
      // Of two attributes with one name, the first counts.
      const code = listIn(catalog, attribute).replace(/ catalog="[^"]*"(?=.* catalog=)/u, '');
      const { page } = await otherPage(catalog, code);
      await page.getByText(`Invalid attribute: \u2066${found}\u2069. Expected: \u2066${expected}`).waitFor();
      expect(await page.getByText('check your connection').count()).toBe(0);
      expect(await page.getByRole('button').count()).toBe(0);
    },
  );

  it('leads to the courses also if its address has a query and a fragment, of', async () => {
    const catalog = addressOf('');
    const code = listIn(catalog, 'limit="1"').replace(`catalog="${catalog}"`, `catalog="${catalog}?lang=en#/courses/"`);
    const { page } = await otherPage(catalog, code);
    const [shown] = await linkhashesOf(titlesIn(page));
    expect(await titlesIn(page).first().getAttribute('href')).toBe(`${catalog}courses/${shown}/`);
  });

  it('says so where the policy of the page refuses', async () => {
    const catalog = addressOf('');
    const visited = await otherPage(catalog, listIn(catalog, ''), { policy: `script-src ${new URL(catalog).origin}` });
    await visited.page.getByText('This could not be loaded').waitFor();
    forgive(visited, 'policy: connect-src', 'console error', 'failed: ');
  });

  it('leaves a link where no script runs to', async () => {
    const catalog = addressOf('');
    const code = listIn(catalog, '').replace('></course-list>', `><a href="${catalog}">Courses</a></course-list>`);
    const visited = await otherPage(catalog, code, { policy: 'connect-src *' });
    expect(await visited.page.getByRole('link', { name: 'Courses' }).isVisible()).toBe(true);
    forgive(visited, 'policy: script-src', 'console error', 'failed: ');
  });

  it('a frame shows a list of', async () => {
    const catalog = addressOf('');
    const address = `${catalog}embed/?language=Espa%C3%B1ol&language=Fran%C3%A7ais&limit=100&filters=provider&onclick=alert(1)`;
    const { page, picture } = await otherPage(
      catalog,
      `<iframe src="${address}" title="Courses" width="600" height="600"></iframe>`,
    );
    const inside = page.frameLocator('iframe');
    expect(await linkhashesOf(titlesIn(inside))).toHaveLength(23);
    expect(await inside.getByLabel('Provider').isVisible()).toBe(true);
    expect(await inside.locator('course-list').getAttribute('onclick')).toBe(null);
    expect(await inside.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    await picture('embed-frame');
    await titlesIn(inside).first().click();
    await page.waitForURL(new RegExp(`^${catalog}courses/[\\da-f]{32}/$`, 'u'));
  });

  it('the element keeps its look and its room where a page unsets all styles, zooms, is narrow or shows it later, with', async () => {
    const catalog = addressOf('');
    const style = '<style>* { all: unset } style, head { display: none } main { display: grid }</style>';
    const list = listIn(catalog, 'filters="language category provider" limit="3"').replace(
      '<course-list',
      '<div id="later" style="display: none"><course-list',
    );
    const { page, picture } = await otherPage(catalog, `${style}${list}</div>`, {
      policy: `script-src ${new URL(catalog).origin}; connect-src ${new URL(catalog).origin}; style-src 'unsafe-inline'`,
    });
    await page.setViewportSize({ width: 320, height: 700 });
    await titlesIn(page).nth(2).waitFor({ state: 'attached' });
    await page.evaluate("document.querySelector('#later').style.display = 'block'");
    const looks = async () =>
      page.evaluate(
        "[getComputedStyle(document.querySelector('course-list').shadowRoot.querySelector('.list')).lineHeight !== 'normal', document.documentElement.scrollWidth <= innerWidth]",
      );
    expect(await looks()).toEqual([true, true]);
    expect(await page.getByLabel('Category').isVisible()).toBe(true);
    await picture('embed-unset');
    await page.evaluate("document.documentElement.style.zoom = '1.5'");
    expect(await looks()).toEqual([true, true]);
  });

  it('a frame is as high as its list, by the script of the documentation, of', async () => {
    const [, script = ''] =
      /```html\n<script>\n(.*?)<\/script>\n```/su.exec(readFileSync('docs/embed.md', 'utf8')) ?? [];
    const catalog = addressOf('');
    const address = `${catalog}embed/?language=Espa%C3%B1ol&limit=100&filters=provider`;
    const { page } = await otherPage(
      catalog,
      `<iframe src="${address}" title="Courses" width="320" height="100"></iframe>`,
    );
    await page.evaluate(script);
    // It may have told its height before the script was there.
    await page.evaluate("{ const frame = document.querySelector('iframe'); frame.replaceWith(frame.cloneNode()); }");
    const inside = page.frameLocator('iframe');
    const heights = async () =>
      z
        .array(z.number())
        .parse(await inside.locator('html').evaluate('[innerHeight, document.documentElement.scrollHeight]'));
    await titlesIn(inside).nth(13).waitFor();
    await expect.poll(async () => (await heights())[0]).toBeGreaterThan(800);
    const [all = 0, content] = await heights();
    expect(content).toBe(all);
    await inside.getByLabel('Provider').selectOption({ index: 1 });
    await expect.poll(async () => (await heights())[0]).toBeLessThan(all);
  });

  it('the page for frames is clean for axe, with', async () => {
    const { page } = await visitCatalog('embed/?language=Espa%C3%B1ol&filters=provider');
    await titlesIn(page).first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
  });

  it('the example of the documentation shows a list of', async () => {
    const [, example = ''] = /```html\n(.*?)```/su.exec(readFileSync('docs/embed.md', 'utf8')) ?? [];
    const catalog = addressOf('');
    const code = example.replaceAll('https://courses.example.org/', catalog).replaceAll('Spanish"', 'Español"');
    const { page } = await otherPage(catalog, code);
    expect(inSpanish()).toEqual(expect.arrayContaining(await linkhashesOf(titlesIn(page))));
    expect(await titlesIn(page).count()).toBe(10);
  });

  it('the code of a list page shows the same list of', async () => {
    const catalog = addressOf('');
    const { page, picture } = await visitCatalog('languages/Español/');
    await page.getByText('Embed this list').click();
    await page.locator('details pre').first().waitFor();
    await picture('embed-code');
    const [element = '', frame = ''] = await page.locator('details pre').allTextContents();
    const other = await otherPage(catalog, element + frame);
    const own = await linkhashesOf(other.page.locator('main > course-list').locator('li .title'));
    expect(own.toSorted()).toEqual(inSpanish());
    expect(await linkhashesOf(titlesIn(other.page.frameLocator('iframe')))).toEqual(own);
  });
});

describeEach(onOneHost('attack'), 'in a page of another origin,', ({ addressOf }) => {
  it('titles are texts of', async () => {
    const catalog = addressOf('');
    const { page } = await otherPage(
      catalog,
      listIn(catalog, 'limit="100" sort="listed" filters="language category provider year"'),
    );
    await titlesIn(page).first().waitFor();
    const titles = await titlesIn(page).allTextContents();
    expect(titles).toHaveLength(attackCourses.length);
    expect(titles).toContain(attackCourses[0]?.title);
    expect(await page.evaluate('window.hit ?? null')).toBe(null);
    expect(await axeFaults(page)).toEqual([]);
  });
});

describe.skipIf(isChromiumMissing)(`a catalog with fields and without course pages${neededForChromium}`, () => {
  const courses = z.array(z.looseObject({})).parse(JSON.parse(catalogFiles['courses.json'] ?? ''));
  const data = {
    ...catalogFiles,
    'courses.json': JSON.stringify(
      courses.map((course, at) => ({ ...course, level: at % 3 === 0 ? 'beginner' : 'advanced', price: `${at} EUR` })),
    ),
  };

  it('has lists by fields in other pages, which lead to the courses themselves', async ({ folder }) => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    await buildFor({ host: 'preview', out: folder, baseUrl, data, chosen: { pages: true, coursePages: false } });
    const preview = await openPreview({ out: folder, port }, () => {});
    onTestFinished(async () => preview.close());
    const { page } = await otherPage(
      baseUrl,
      listIn(`${baseUrl}/`, 'fields="level=beginner" sort="price" filters="level price"'),
    );
    await titlesIn(page).first().waitFor();
    expect(await textsOf(page.getByRole('status'))).toEqual(['8 courses']);
    expect((await textsOf(titlesIn(page)))[0]).toMatch(/^Course 1 /u);
    expect(await textsOf(page.locator('course-list .labels').first())).toEqual(['Free Beginner']);
    const links = await titlesIn(page).evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(courses.map(({ linkurl }) => linkurl)).toEqual(expect.arrayContaining(links));
    expect(await page.getByLabel('Level').count(), 'all are of one level').toBe(0);
    expect(await page.getByLabel('Price').locator('option').allTextContents()).toEqual([
      'Price',
      'Paid (7)',
      'Free (1)',
    ]);
  });
});

/** The texts of the matches, with white space as rendered. */
async function textsOf(found: Locator): Promise<string[]> {
  const texts = await found.allTextContents();
  return texts.map((text) => text.replaceAll(/\s+/gu, ' ').trim());
}
