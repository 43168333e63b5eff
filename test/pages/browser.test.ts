// Course pages in a browser: everything is there, for every reader, and nothing of the catalog runs.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { fullCourseSchema } from '../../src/api/schemas.ts';
import { readableName } from '../../src/text/character-references.ts';
import { axeFaults } from '../browser/axe.ts';
import { describeEach, onSomeHosts } from '../browser/deployments.ts';

const views = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 320, height: 640 } },
] as const;

const looks = z.object({ background: z.string(), frame: z.array(z.string()) });
const dated = (date: string) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date.slice(0, 10)}T00:00:00Z`),
  );

async function looksOf(page: Page): Promise<z.infer<typeof looks>> {
  const found = await page.evaluate(`(() => {
    const style = (element) => getComputedStyle(element);
    return {
      background: style(document.body).backgroundColor,
      frame: ['.top nav', '.top .find', '.bottom'].map((one) => style(document.querySelector(one)).display),
    };
  })()`);
  return looks.parse(found);
}

describeEach(onSomeHosts('sample', 'attack'), 'the course pages of', ({ catalog, host, json, visit }) => {
  const courses = () => z.array(fullCourseSchema).parse(json('courses/latest'));

  it.each(views)('show a course whole, and clean for axe, $colorScheme', async ({ colorScheme, viewport }) => {
    for (const course of courses().slice(0, 2)) {
      const { page, picture } = await visit(`courses/${course.linkhash}/`, { colorScheme, viewport });
      expect(await page.locator('h1').textContent()).toBe(course.title);
      const main = await page.locator('main').textContent();
      const texts = [course.provider_name, ...course.author.split(/;\s*/u), readableName(course.tags), course.linkurl];
      for (const text of [...texts, ...course.language]) expect(main).toContain(text);
      for (const path of course.categories) expect(main).toContain(path.replace('All/', '').replaceAll('/', ' › '));
      expect(await page.locator('time').first().textContent()).toBe(dated(course.date_published));
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await page.evaluate('window.hit ?? null')).toBe(null);
      expect(await axeFaults(page)).toEqual([]);
      await picture(`course-${catalog}-${host}-${colorScheme}-${course.id}`);
    }
  });

  it('are reached by links from the list of providers, and lead back to them', async () => {
    const { page, picture } = await visit('providers/');
    expect(await axeFaults(page)).toEqual([]);
    await page.locator('main .items a').first().click();
    await page.waitForURL(/\/providers\/\d+\/$/u);
    expect(await axeFaults(page)).toEqual([]);
    await picture(`provider-${catalog}-${host}`);
    await page.locator('.courses a').first().click();
    await page.waitForURL(/\/courses\/[\da-f]{32}\/$/u);
    const light = await looksOf(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await looksOf(page);
    await page.emulateMedia({ media: 'print' });
    const paper = await looksOf(page);
    await picture(`print-${catalog}-${host}`);
    await page.emulateMedia({ media: null, colorScheme: 'light' });
    expect(dark.background).not.toBe(light.background);
    expect(light.frame).not.toContain('none');
    // Even for who prefers dark colors.
    expect(paper).toEqual({ background: 'rgb(255, 255, 255)', frame: ['none', 'none', 'none'] });
    const provider = page.locator('.by a');
    expect(await provider.getAttribute('href')).toMatch(/^\.\.\/\.\.\/providers\/\d+\/$/u);
  });

  it('show everything without JavaScript, and lead to every course', async () => {
    const [course] = courses();
    const { page } = await visit(`courses/${course?.linkhash}/`);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    await page.reload();
    const main = await page.locator('main').innerText();
    const { title, provider_name, linkurl, language = [], author, tags, date_published, description } = course ?? {};
    const texts = [
      title,
      provider_name,
      linkurl,
      ...language,
      ...(author ?? '').split(/;\s*/u),
      readableName(tags ?? ''),
    ];
    for (const text of [...texts, dated(date_published ?? '')]) expect(main).toContain(text);
    expect(await page.locator('.description').isVisible()).toBe(description !== '');
    expect(await page.title()).toContain(course?.title);
    await page.locator('.by a').click();
    await page.locator(`.courses a[href$="/${course?.linkhash}/"]`).click();
    expect(await page.locator('h1').innerText()).toBe(course?.title);
    await page.goto('data:text/html,<script>document.title = "a script ran"</script>');
    expect(await page.title()).toBe('');
    await session.detach();
  });

  it('show a title in Arabic from right to left', async () => {
    const course = courses().find(({ title }) => /^\p{Script=Arabic}/u.test(title));
    if (catalog === 'sample') return;
    expect(course).toBeDefined();
    const { page, picture } = await visit(`courses/${course?.linkhash}/`);
    expect(await page.evaluate(`getComputedStyle(document.querySelector('h1')).direction`)).toBe('rtl');
    await picture(`rtl-${host}`);
  });
});
