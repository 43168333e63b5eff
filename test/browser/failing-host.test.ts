// Failing and empty: files that cannot be loaded, of two builds, or not of the API, no script at all, and a catalog without any records.
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import type { Visit } from './chromium.ts';
import { describeEach, onOneHost } from './deployments.ts';
import {
  announced,
  edited,
  expectedCourses,
  filterField,
  listField,
  rendered,
  searchField,
  textsOf,
  titlesIn,
} from './lists.ts';

const failure = 'This could not be loaded';
const retry = (page: Page) => page.getByRole('button', { name: 'Try again' });
const broken = async (route: Route) => route.fulfill({ status: 500, body: 'broken' });
const isOf = (page: Page) => page.locator('course-list .failure');

describeEach(onOneHost('fields'), 'where a host fails,', ({ addressOf, visit }) => {
  it.each([
    ['a list', 'filters/courses.json'],
    ['a search', 'search/index.json'],
    ['a search', 'search/terms/*'],
    ['a list', 'search/courses/*'],
    ['a list', 'search/fields.json'],
    ['a list', 'api/v1/providers/'],
  ])('%s without %s says so, keeps the courses of the file, and loads on retry in', async (what, path) => {
    const query = what === 'a list' ? '?language=German' : '?q=python';
    const visited = await visit(`courses/${query}`, { before: async (page) => page.route(`**/${path}`, broken) });
    const { page, picture } = visited;
    await announced(page, failure);
    await isOf(page).getByText(path.replace('*', '')).waitFor();
    expect(await titlesIn(page).count()).toBeGreaterThan(0);
    expect(await axeFaults(page)).toEqual([]);
    await picture(`failing-${path.replaceAll(/\W+/gu, '-')}`);
    await Promise.all([page.waitForResponse((answer) => answer.status() === 500), retry(page).click()]);
    await page.locator('course-list[aria-busy="false"]').waitFor();
    await announced(page, failure);
    await page.unrouteAll();
    await retry(page).click();
    await announced(page, 'courses');
    expect(await isOf(page).count()).toBe(0);
    expect(await titlesIn(page).count()).toBe(20);
    forgiveAnswers(visited);
  });

  it('a filter whose values fail says so, and all else stays and goes on in', async () => {
    const visited = await visit('courses/?language=German', {
      before: async (page) => page.route('**/search/fields/level.json', broken),
    });
    const { page } = visited;
    const german = await expectedCourses([{ kind: 'language', value: 'German' }]);
    await isOf(page).getByText('search/fields/level.json').waitFor();
    await announced(page, `${german.length} courses`);
    const shownTitles = german.slice(0, 20).map(({ title }) => rendered(title));
    expect(await textsOf(titlesIn(page))).toEqual(shownTitles);
    await page.unrouteAll();
    await retry(page).click();
    await isOf(page).waitFor({ state: 'detached' });
    expect(await textsOf(titlesIn(page))).toEqual(shownTitles);
    await filterField(page, 'Level').selectOption('beginner');
    await page.waitForURL(/level=beginner/u);
    expect(await isOf(page).count()).toBe(0);
    await page.goto(addressOf('languages/German/'));
    const ofFile = await textsOf(titlesIn(page));
    await page.route('**/search/fields/level.json', broken);
    await page.reload();
    await isOf(page).waitFor();
    expect(await textsOf(titlesIn(page))).toEqual(ofFile);
    forgiveAnswers(visited);
  });

  it('the files of a page work without its script, which says what is missing where it should be, in', async () => {
    const visited = await visit('courses/?q=python', {
      before: async (page) => page.route('**/embed/course-list.js', broken),
    });
    const { page, picture } = visited;
    await page.getByRole('alert').getByText('Reload the page: the site may have changed').waitFor();
    expect(await titlesIn(page).count()).toBeGreaterThan(9);
    await picture('no-script');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await announced(page, 'courses found');
    forgiveAnswers(visited);
    // Elsewhere the form of the search still leads to what is found.
    await page.goto(addressOf('charts/'));
    await page.route('**/embed/course-list.js', broken);
    await searchField(page).fill('python');
    await searchField(page).press('Enter');
    await page.waitForURL(addressOf('courses/?q=python'));
    await page.getByRole('alert').waitFor();
    forgiveAnswers(visited);
  });

  it('files of two builds are loaded anew, and if they stay so the page says to reload, in', async () => {
    const { page } = await visit('courses/?q=python');
    await announced(page, 'courses found');
    const old = edited((courses) => courses.replaceAll(/"id":\d+/gu, '"id":0'));
    let count = 0;
    await page.route(
      '**/search/courses/*.json',
      async (route) => ((count += 1), count > 4 ? route.continue() : old(route)),
    );
    await page.reload();
    await announced(page, 'courses found');
    expect(await titlesIn(page).count()).toBe(20);
    await page.unrouteAll({ behavior: 'wait' });
    await page.route('**/search/courses/*.json', old);
    await page.reload();
    await announced(page, failure);
    await isOf(page).getByText('Reload the page: the site may have changed').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await announced(page, 'courses found');
  });

  it.each(['null', '[]', '"x"', '{"courses":3}', '<!doctype html>'])(
    '%s in place of JSON of the API is said in',
    async (body) => {
      for (const path of ['filters/courses.json', 'search/index.json', 'api/v1/categories/', 'search/fields.json']) {
        const { page } = await visit('courses/?q=python', {
          before: async (opened) =>
            opened.route(`**/${path}`, async (route) => route.fulfill({ body, contentType: 'application/json' })),
        });
        const isWhole = body === '[]' && !path.includes('courses') && !path.includes('index');
        if (isWhole) await announced(page, 'courses found');
        else await announced(page, failure);
        expect(await page.locator('.courses a.title').filter({ visible: true }).count(), path).toBeGreaterThan(0);
      }
    },
  );
});

/** The browser reports responses that failed, as responses and as errors. */
function forgiveAnswers({ faults }: Visit): void {
  expect(faults.splice(0).filter((fault) => !/status 500|status of 500/u.test(fault))).toEqual([]);
}

describeEach(onOneHost('sample'), 'without a script', ({ visit, addressOf }) => {
  it('every page works, and the target of the search says that it needs one, in', async () => {
    const { page } = await visit('');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    await page.reload();
    await searchField(page).fill('climate');
    await searchField(page).press('Enter');
    await page.waitForURL(addressOf('courses/?q=climate'));
    await page.locator('noscript p').waitFor();
    expect(await titlesIn(page).count()).toBeGreaterThan(99);
    const [title = ''] = await textsOf(titlesIn(page));
    await titlesIn(page).first().click();
    expect((await textsOf(page.locator('h1')))[0]).toBe(title);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^English$/u })
      .click();
    await page.waitForURL(addressOf('languages/English/'));
    await listField(page).fill('x');
    await listField(page).press('Enter');
    await page.waitForURL(addressOf('languages/English/?q=x'));
    expect(await titlesIn(page).count()).toBeGreaterThan(9);
    await session.detach();
  });
});

/** What a catalog without any records says. */
const empty = {
  '': 'The catalog is empty',
  'courses/': 'There are no courses yet.',
  'categories/': 'There are no categories yet.',
  'providers/': 'There are no providers yet.',
  'languages/': 'There are no languages yet.',
  'charts/': 'There are no courses to chart yet.',
  'courses/?q=algebra': 'There are no courses yet.',
} as const;

describeEach(onOneHost('empty'), 'every page of', ({ addressOf, visit }) => {
  it('says that there is nothing, and shows no empty boxes, in', async () => {
    const { page, picture } = await visit('');
    for (const [path, sentence] of Object.entries(empty)) {
      await page.goto(addressOf(path));
      await page.getByRole('main').getByText(sentence).waitFor();
      expect(await page.locator('main svg, main table, main :is(ol, ul):empty').count(), path).toBe(0);
      expect(await axeFaults(page), path).toEqual([]);
      await picture(`empty-${path.replaceAll(/\W+/gu, '-')}`);
    }
  });
});
