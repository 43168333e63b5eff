// Lists: what a visitor or a screen reader finds in a page with courses, by roles and names, and what becomes of it.
import type { Locator, Page, Route } from 'playwright-core';
import { z } from 'zod';
import { left, readSource, type Choice, type SourceCourse } from '../filters/source.ts';
import { fieldsCatalog } from '../filters/fields-catalog.ts';

/** Courses on a page of results. */
export const pageSize = 20;

/** The search of the list itself. */
export function listField(page: Page): Locator {
  return page.locator('course-list').getByRole('searchbox');
}

/** The search in the header, or in the middle of the front page; it suggests courses once it has the focus. */
export function searchField(page: Page): Locator {
  return page.locator('form[role=search]:not(course-list form) input[name=q]').filter({ visible: true }).last();
}

/** A filter or the order of the list. */
export function filterField(page: Page, name: string): Locator {
  return page.locator('course-list').getByRole('combobox', { name, exact: true });
}

/** Goes to an address and waits for what its script shows. */
export async function show(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await shown(page);
}

/** Waits until the list is as the address asks for it, with its filters. */
export async function shown(page: Page): Promise<void> {
  await page.locator('course-list[aria-busy="false"] .bar > *').first().waitFor({ state: 'attached' });
}

/** The titles of the courses that the list shows. */
export function titlesIn(page: Page): Locator {
  return page.locator('course-list .courses a.title').filter({ visible: true });
}

/** The texts of the matches, with white space as rendered. */
export async function textsOf(found: Locator): Promise<string[]> {
  const texts = await found.allTextContents();
  return texts.map(rendered);
}

/** A text of the source with white space as rendered. */
export function rendered(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** Waits until the list announces this. */
export async function announced(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('course-list').getByRole('status').filter({ hasText: text }).waitFor();
}

/** Waits for the address to have this query, from its question mark. */
export async function waitForQuery(page: Page, query: string): Promise<void> {
  await page.waitForURL(({ search }) => search === query);
}

/** What the catalog of fields has under these choices, the newest first, by its source. */
export async function expectedCourses(choices: readonly Choice[]): Promise<SourceCourse[]> {
  const { courses } = await readSource(fieldsCatalog);
  return left(courses, choices).toSorted((one, other) => other.date.localeCompare(one.date) || other.id - one.id);
}

/** How far the page is scrolled. */
export async function scrolled(page: Page): Promise<number> {
  return z.number().parse(await page.evaluate('scrollY'));
}

/** Holds back the answers to these requests until the returned function is called. */
export async function hold(page: Page, url: string): Promise<() => void> {
  let send = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  await page.route(url, async (route) => {
    await sent;
    await route.continue();
  });
  return () => send();
}

/**
 * Answers with the host's response, its body edited. A host may close an idle connection just as a request is sent on it; the request is
 * then repeated.
 */
export function edited(edit: (body: string) => string): (route: Route) => Promise<void> {
  return async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    await route.fulfill({ response, body: edit(await response.text()) });
  };
}
