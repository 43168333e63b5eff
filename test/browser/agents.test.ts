// WebMCP, a draft that Chromium has behind a flag: an assistant in the browser calls what the catalog page offers.
import { chromium, type Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { describeEach, onSomeHosts } from './deployments.ts';
import { launchOptions } from './program.ts';
import { coursesOf } from './published.ts';

const found = z.object({
  total: z.number(),
  courses: z.array(z.object({ linkhash: z.string(), language: z.array(z.string()) })),
});

/** Calls a tool of the page as an assistant does, once it is there. */
async function call(page: Page, name: string, input: object): Promise<unknown> {
  const tool = `(await document.modelContext.getTools()).find(({ name }) => name === '${name}')`;
  await expect.poll(async () => page.evaluate(`(async () => ${tool} !== undefined)()`)).toBe(true);
  const answer = await page.evaluate(
    `(async () => document.modelContext.executeTool(${tool}, ${JSON.stringify(input)}))()`,
  );
  return JSON.parse(String(answer));
}

describeEach(onSomeHosts('sample'), 'an assistant in the page of', ({ addressOf, json }) => {
  it('finds courses and reads one', async () => {
    const browser = await chromium.launch(launchOptions('WebMCP'));
    onTestFinished(async () => browser.close());
    const page = await browser.newPage();
    await page.goto(addressOf(''));
    const { total, courses } = found.parse(await call(page, 'search_courses', { language: ['Español'], limit: 3 }));
    const inSpanish = coursesOf(json('languages/Español/courses'));
    expect(total).toBe(inSpanish.length);
    expect(courses).toHaveLength(3);
    expect(inSpanish).toEqual(expect.arrayContaining(courses.map(({ linkhash }) => linkhash)));
    const linkhash = courses[0]?.linkhash ?? '';
    expect(await call(page, 'get_course', { linkhash })).toEqual(json(`courses/view/${linkhash}`));
  });
});
