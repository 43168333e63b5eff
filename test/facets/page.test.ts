// Filtering and sorting as a reader does: with the mouse, the keyboard alone, on a phone, back and forth, and in every look.
import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults } from '../browser/axe.ts';
import { describeEach, onOneHost } from '../browser/deployments.ts';
import { coursesOf } from '../browser/published.ts';
import { coursesIn, headingOf, hold, searchBox, show, textsOf, waitForScreen } from '../browser/screens.ts';
import { left, readSource } from './source.ts';

const phone = { width: 375, height: 760 };
const isHeadingFocused = `document.activeElement.id === 'heading'`;
const brandColor = `getComputedStyle(document.querySelector('.brand'), '::before').backgroundColor`;
const isFocused = `document.activeElement.matches('input[type=checkbox]')`;

describeEach(onOneHost('varied'), 'the filters of', ({ addressOf, json, visit }) => {
  it('narrow a search, say how many are left, can be removed, and are there again on the way back and at their address', async () => {
    const { page } = await visit('#/search/python/');
    await headingOf(page).waitFor();
    const box = page.getByRole('checkbox', { name: /^Hindi/u });
    const count = Number(/\d+/u.exec((await box.locator('..').textContent()) ?? '')?.[0]);
    await box.check();
    await page.waitForURL(/#\/search\/python\/\?language=Hindi$/u);
    await page.locator('.under-heading').getByText(`${count} courses found`).waitFor();
    expect(await page.evaluate(isFocused), 'the focus stays').toBe(true);
    await page.getByRole('status').getByText(`${count} courses found`).waitFor({ state: 'attached' });
    await page.getByRole('checkbox', { name: /^English/u }).check();
    await page.waitForURL(/\?language=Hindi&language=English$/u);
    await page.goBack();
    await page.locator('.under-heading').getByText(`${count} courses found`).waitFor();
    expect(await box.isChecked()).toBe(true);
    const other = await visit(new URL(page.url()).hash);
    await headingOf(other.page).waitFor();
    expect(await textsOf(coursesIn(other.page, 'Results'))).toEqual(await textsOf(coursesIn(page, 'Results')));
    await page.getByRole('link', { name: 'Remove the filter Language: Hindi' }).click();
    await page.waitForURL(/#\/search\/python\/$/u);
    await headingOf(page).waitFor();
    expect(await box.isChecked()).toBe(false);
    await page.locator('#results').and(page.locator(':focus')).waitFor();
  });

  it('open the link of a choice in another tab if Ctrl is held', async () => {
    const { page } = await visit('#/search/python/?language=Hindi');
    await headingOf(page).waitFor();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Remove the filter Language: Hindi' }).click({ modifiers: ['ControlOrMeta'] });
    const other = await opened;
    await other.waitForURL(/#\/search\/python\/$/u);
    await other.close();
    expect(page.url()).toMatch(/\?language=Hindi$/u);
  });

  it('are there before the courses, which come without a jump', async () => {
    for (const fragment of ['#/courses/', '#/categories/1/?sort=newest']) {
      const { page } = await visit('');
      await headingOf(page).waitFor();
      const sends = [await hold(page, '**/search/courses/**'), await hold(page, '**/page/1/**')];
      await page.goto(addressOf(fragment));
      await page.getByRole('checkbox', { name: /^English/u }).waitFor();
      expect(await coursesIn(page, 'Results').count()).toBe(0);
      const filters = page.getByRole('complementary', { name: 'Filters' }).getByRole('group');
      expect(await filters.count(), 'the others would delay its first paint').toBe(1);
      expect(await page.evaluate(`document.querySelector('footer').getBoundingClientRect().top > innerHeight`)).toBe(
        true,
      );
      for (const send of sends) send();
      await coursesIn(page, 'Results').first().waitFor();
      expect(await coursesIn(page, 'Results').count()).toBe(10);
    }
  });

  it('keep each other while courses are loading', async () => {
    const { page } = await visit('#/search/python/');
    await headingOf(page).waitFor();
    const send = await hold(page, '**/search/courses/**');
    await page.getByRole('checkbox', { name: /^Hindi/u }).check();
    await page.getByRole('checkbox', { name: /^English/u }).check();
    await page.waitForURL(/\?language=Hindi&language=English$/u);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Newest');
    await page.waitForURL(/\?language=Hindi&language=English&sort=newest$/u);
    send();
    await headingOf(page).waitFor();
    const later = await hold(page, '**/search/courses/**');
    await page.getByRole('link', { name: 'Remove the filter Language: Hindi' }).click();
    await page.getByRole('link', { name: 'Remove the filter Language: English' }).click();
    await page.waitForURL(/#\/search\/python\/\?sort=newest$/u);
    later();
    await headingOf(page).waitFor();
    expect(await coursesIn(page, 'Results').count()).toBe(10);
  });

  it('say that they leave nothing before the list is loaded', async () => {
    const { page } = await visit('');
    await headingOf(page).waitFor();
    const send = await hold(page, '**/page/1/**');
    await page.goto(addressOf('#/languages/German/courses/?year=1980'));
    const loading = page.locator('main[aria-busy="true"]');
    await loading.getByText('No course passes').waitFor();
    expect(await loading.getByRole('link', { name: 'Remove the filter Year: 1980' }).count()).toBe(1);
    send();
    await waitForScreen(page, 'German');
  });

  it('of all courses are there before what each course has', async () => {
    const { page } = await visit('');
    await headingOf(page).waitFor();
    const send = await hold(page, '**/facets/courses.json');
    await page.goto(addressOf('#/courses/'));
    const loading = page.locator('main[aria-busy="true"]');
    await loading.getByRole('checkbox', { name: 'English' }).click();
    await page.waitForURL(/\?language=English$/u);
    send();
    await waitForScreen(page, 'Courses');
    const english = (await readSource()).courses.filter(({ values }) => values['language']?.has('English'));
    const status = await page.getByRole('status').last().textContent();
    expect(status).toContain(english.length.toLocaleString('en'));
  });

  it('of all courses need no counts where what each course has is there first, or counts fail', async () => {
    const { page, faults } = await visit('');
    await headingOf(page).waitFor();
    const send = await hold(page, '**/facets/counts.json');
    await show(page, addressOf('#/courses/'));
    expect(await coursesIn(page, 'Results').count()).toBe(10);
    send();
    await page.route('**/facets/counts.json', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await page.reload();
    await waitForScreen(page, 'Courses');
    expect(await coursesIn(page, 'Results').count()).toBe(10);
    await expect.poll(() => faults.length).toBe(2);
    faults.splice(0);
  });

  it('do not replace the failure of what else the list needs', async () => {
    const { page, faults } = await visit('');
    await headingOf(page).waitFor();
    let asked = 0;
    const fail = async (route: Route) => {
      asked += 1;
      await route.fulfill({ status: 500, body: 'broken' });
    };
    await page.route('**/page/1/**', fail);
    const send = await hold(page, '**/facets/courses.json');
    await page.goto(addressOf('#/languages/German/courses/?sort=newest'));
    await waitForScreen(page, 'This could not be loaded');
    const arrived = page.waitForResponse('**/facets/courses.json');
    send();
    await arrived;
    await waitForScreen(page, 'This could not be loaded');
    expect(await page.evaluate(isHeadingFocused)).toBe(true);
    await page.unroute('**/page/1/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForScreen(page, 'German');
    expect(await coursesIn(page, 'Results').count()).toBe(10);
    await page.route('**/search/courses/**', fail);
    await show(page, addressOf('#/courses/'));
    await waitForScreen(page, 'This could not be loaded');
    expect(await page.evaluate(isHeadingFocused), 'also after the filters were shown').toBe(true);
    // The browser may report these files later than the page, as responses and as errors.
    await expect.poll(() => faults.length).toBe(2 * asked);
    expect(faults.splice(0).filter((fault) => !/status 500|status of 500/u.test(fault))).toEqual([]);
  });

  it('find a value among many, and show the courses of all chosen ones, the newest first', async () => {
    const { courses } = await readSource();
    const { page } = await visit('#/courses/');
    await headingOf(page).waitFor();
    await page.getByRole('searchbox', { name: 'Find a language' }).fill('french');
    const found = page.getByRole('list', { name: 'Language' }).getByRole('checkbox');
    expect(await found.count()).toBe(1);
    await found.check();
    const french = left(courses, [{ kind: 'language', value: 'French' }]);
    await page.locator('.under-heading').getByText(`${french.length} courses`).waitFor();
    const newest = french.toSorted((one, other) => other.date.localeCompare(one.date) || other.id - one.id);
    const titles = newest.slice(0, 10).map(({ title }) => title.replaceAll(/\s+/gu, ' ').trim());
    expect(await textsOf(coursesIn(page, 'Results'))).toEqual(titles);
    const rows = await textsOf(page.locator('.courses .facts'));
    for (const [at, row] of rows.entries()) expect(row).toContain(newest[at]?.date.slice(0, 4));
  });

  it('sort few courses by title, and show the newest first of many', async () => {
    const { page } = await visit('#/languages/German/courses/');
    await headingOf(page).waitFor();
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Title');
    await page.waitForURL(/\?sort=title$/u);
    await coursesIn(page, 'Results').first().waitFor();
    const titles = await textsOf(coursesIn(page, 'Results'));
    expect(titles.length).toBeGreaterThan(3);
    expect(titles).toEqual(titles.toSorted(new Intl.Collator('en', { numeric: true }).compare));
    await show(page, addressOf('#/courses/'));
    const option = page.getByRole('option', { name: 'Title (up to 200 courses)' });
    expect(await option.isDisabled()).toBe(true);
    const shownFor: string[][] = [];
    for (const sort of ['title', 'newest', 'match']) {
      await show(page, addressOf(`#/search/python/?sort=${sort}`));
      shownFor.push(await textsOf(coursesIn(page, 'Results')));
    }
    expect(shownFor[0], 'more than can be sorted by title').toEqual(shownFor[1]);
    expect(shownFor[0]).not.toEqual(shownFor[2]);
  });

  it('show the subcategories around a choice, and go on showing them without it', async () => {
    const { above, names } = await readSource();
    const [child = '', top = ''] = [...above][0] ?? [];
    const { page } = await visit('');
    for (const chosen of [child, top]) {
      await show(page, addressOf(`#/courses/?category=${chosen}`));
      const open = page.locator('.facet details[open]');
      const namesOfOpen = async () => open.locator('summary').evaluateAll((all) => all.map((one) => one.ariaLabel));
      const expected = [`Subcategories: ${names.get(`category ${top}`)}`];
      expect(await namesOfOpen()).toEqual(expected);
      const chip = page.getByRole('link', { name: 'Remove the filter' });
      await chip.click();
      await chip.waitFor({ state: 'detached' });
      expect(await namesOfOpen()).toEqual(expected);
      await show(page, addressOf('#/search/python/'));
      expect(await open.count()).toBe(0);
    }
  });

  it('suggest the language of the reader on phones, with its number of courses', async () => {
    const spanish = left((await readSource()).courses, [{ kind: 'language', value: 'Spanish' }]);
    const { page } = await visit('#/courses/', { viewport: phone, languages: ['es'] });
    await headingOf(page).waitFor();
    const suggested = page.getByRole('link', { name: `Español ${spanish.length} cursos`, exact: true });
    await suggested.click();
    await page.waitForURL(/\?language=Spanish$/u);
    await page.locator('.under-heading').getByText(`${spanish.length} cursos`).waitFor();
    expect(await suggested.count()).toBe(0);
  });

  it('say what to loosen where nothing is left', async () => {
    const { page } = await visit('#/languages/German/courses/?year=1900');
    await headingOf(page).waitFor();
    await page.getByRole('link', { name: /^Clear all \d+ courses/u }).click();
    await coursesIn(page, /German/u)
      .first()
      .waitFor();
    await show(page, addressOf('#/search/python%20qqqxzzzqx/'));
    await page.getByRole('link', { name: 'Search without “qqqxzzzqx”' }).click();
    await waitForScreen(page, /python$/u);
    expect(await coursesIn(page, 'Results').count()).toBe(10);
  });

  it('can be reached and used by the keyboard alone, and a slash leads to the search', async () => {
    const { page } = await visit('#/courses/');
    await headingOf(page).waitFor();
    await page.keyboard.press('/');
    expect(await searchBox(page).evaluate((box) => box.matches(':focus'))).toBe(true);
    expect(await searchBox(page).inputValue()).toBe('');
    for (let stops = 0; stops < 20 && !(await page.evaluate<boolean>(isFocused)); stops += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.waitForURL(/\?language=English$/u);
    await headingOf(page).waitFor();
    expect(await page.evaluate(isFocused)).toBe(true);
    await page.keyboard.press('Space');
    await page.waitForURL(/#\/courses\/$/u);
    await show(page, addressOf('#/courses/?language=Thai'));
    await page.getByRole('checkbox', { name: /^Thai/u }).focus();
    await page.keyboard.press('Space');
    await page.waitForURL(/#\/courses\/$/u);
    await headingOf(page).waitFor();
    expect(await page.evaluate(isFocused), 'on a value that would not be shown at first').toBe(true);
  });

  it('are in a sheet on phones, which a choice, a tap beside it, Escape and the focus elsewhere close', async () => {
    const { page, picture } = await visit('#/search/python/', { viewport: phone });
    await headingOf(page).waitFor();
    const open = page.getByRole('button', { name: 'Filters' });
    const sheet = page.getByRole('complementary', { name: 'Filters' });
    await open.click();
    await picture('sheet');
    await sheet.getByRole('checkbox', { name: /^Hindi/u }).check();
    await page.getByRole('button', { name: 'Filters (1)' }).and(page.locator(':focus')).waitFor();
    expect(await sheet.isVisible()).toBe(false);
    await page.getByRole('status').getByText('courses found').waitFor({ state: 'attached' });
    await open.click();
    await page.mouse.click(10, 10);
    expect(await sheet.isVisible()).toBe(false);
    await page.waitForURL(/\?language=Hindi$/u);
    await open.click();
    await page.keyboard.press('Escape');
    expect(await sheet.isVisible()).toBe(false);
    await open.click();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await sheet.isVisible()).toBe(false);
  });

  it('stay where they are in an open sheet while more arrives, and are chosen by their names too', async () => {
    const { page } = await visit('', { viewport: phone });
    await headingOf(page).waitFor();
    const sends = [await hold(page, '**/facets/counts.json'), await hold(page, '**/search/courses/**')];
    await page.goto(addressOf('#/courses/'));
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('complementary', { name: 'Filters' });
    const topOf = async (name: string) => (await sheet.getByText(name, { exact: true }).first().boundingBox())?.y;
    const before = await topOf('Close');
    sends.shift()?.();
    await sheet.getByRole('group').first().waitFor();
    const hindi = await topOf('Hindi');
    sends.shift()?.();
    await sheet.getByRole('group').nth(1).waitFor();
    expect([await topOf('Close'), await topOf('Hindi')]).toEqual([before, hindi]);
    await sheet.getByRole('searchbox', { name: 'Find a language' }).fill('ger');
    await sheet.getByText('German', { exact: true }).click();
    await page.waitForURL(/\?language=German$/u);
    expect(await sheet.isVisible()).toBe(false);
  });

  it('are not offered where nothing is found, once their sheet is closed', async () => {
    const { page } = await visit('', { viewport: phone });
    await headingOf(page).waitFor();
    const send = await hold(page, '**/facets/courses.json');
    await page.goto(addressOf('#/search/qqqxzzzqx/'));
    await page.getByRole('button', { name: 'Filters' }).click();
    send();
    await page.getByText('0 courses found').first().waitFor();
    const sheet = page.getByRole('complementary');
    expect(await sheet.isVisible(), 'the page behind it does not scroll').toBe(true);
    await page.keyboard.press('Escape');
    expect(await sheet.isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Filters' }).isVisible()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await sheet.isVisible()).toBe(false);
  });

  it.each(['the front page', 'the page of a course'])(
    'lead with three taps on a phone from %s to the newest courses on databases in Spanish, in Spanish',
    async (from) => {
      const { courses, names } = await readSource();
      const id = [...names].find(([, name]) => name === 'Bases de Datos')?.[0].replace('category ', '') ?? '';
      const wanted = left(courses, [
        { kind: 'language', value: 'Spanish' },
        { kind: 'category', value: id },
      ]);
      const [linkhash = ''] = coursesOf(json(`categories/${id}`));
      const isFront = from === 'the front page';
      const { page, picture } = await visit(isFront ? '' : `courses/${linkhash}/`, {
        viewport: phone,
        languages: ['es'],
      });
      const taps = isFront
        ? [
            page.getByRole('list', { name: 'Idiomas' }).getByRole('link', { name: 'Español' }).first(),
            page.getByRole('button', { name: 'Filtros' }),
            page.getByRole('checkbox', { name: /^Bases de Datos/u }),
          ]
        : [
            page.locator(`main a[href="../../categories/${id}/"]`),
            page.locator(`main a[href="../../#/categories/${id}/?sort=newest"]`),
          ];
      for (const tap of taps) {
        await tap.waitFor();
        const { y = 0 } = (await tap.boundingBox()) ?? {};
        expect(y, 'without a search for it').toBeLessThan(2 * phone.height);
        await tap.click();
      }
      await page.waitForURL(/\?(?:category=\d+|sort=newest)$/u);
      await headingOf(page).waitFor();
      const rows = coursesIn(page, 'Resultados');
      await rows.first().waitFor();
      const newest = wanted.toSorted((one, other) => other.date.localeCompare(one.date) || other.id - one.id);
      expect((await textsOf(rows)).slice(0, 5)).toEqual(newest.slice(0, 5).map(({ title }) => title));
      expect(await page.getByRole('complementary').isVisible()).toBe(false);
      await picture(isFront ? 'from-front' : 'from-course');
    },
  );

  it('pass axe in light, dark and forced colors, and fit into 320 pixels, the sheet too', async () => {
    const { page } = await visit('#/search/python/?language=Hindi');
    const faults: string[] = [];
    const examine = async (look: string) => {
      const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
      faults.push(
        ...(isWide ? ['is wider than the window'] : []),
        ...(await axeFaults(page)).map((one) => `${look}: ${one}`),
      );
    };
    await headingOf(page).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await examine(colorScheme);
    }
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await page.evaluate(brandColor)).toBe(await page.evaluate('getComputedStyle(document.body).color'));
    await examine('forced colors');
    await page.emulateMedia({ forcedColors: null });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await examine('320 pixels');
    expect(faults).toEqual([]);
  });

  it('put courses in a language of the reader first, and the newest of these', async () => {
    const { page } = await visit('#/search/python/');
    await headingOf(page).waitFor();
    const rows = await textsOf(page.locator('.courses .facts'));
    expect(rows).toHaveLength(10);
    for (const row of rows) expect(row).toContain('English');
    await show(page, addressOf('#/search/python%20spanish/'));
    expect((await textsOf(page.locator('.courses .facts'))).join('\n')).toContain('Spanish');
  });

  it.each(['', '#/search/', '?q='])('load nothing for %j', async (fragment) => {
    const { page, responses } = await visit(fragment);
    await headingOf(page).waitFor();
    const isLoaded = () => responses.some((response) => response.url().includes('/facets/'));
    expect(isLoaded()).toBe(false);
    await show(page, addressOf('#/courses/'));
    expect(isLoaded()).toBe(true);
  });
});
