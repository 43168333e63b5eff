// Screens: what a user or a screen reader finds in the catalog page, by roles and names.
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';

/** The heading of a screen, which appears once everything in the screen is loaded. */
export function headingOf(page: Page): Locator {
  return page.locator('main[aria-busy="false"] h1');
}

/** Goes to an address and waits for its screen: if only the fragment changes, the page has to notice first. */
export async function show(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  await headingOf(page).waitFor();
}

/** Waits for a screen, by a part of its heading. */
export async function waitForScreen(page: Page, heading: string | RegExp): Promise<void> {
  await headingOf(page).filter({ hasText: heading }).waitFor();
}

/** Waits for the page with this number. */
export async function waitForPage(page: Page, number: number): Promise<void> {
  await page.locator('main[aria-busy="false"]').getByText(`page ${number} of`).waitFor();
}

/** The links to the courses of a list, in order. */
export function coursesIn(page: Page, list: string | RegExp): Locator {
  return page.getByRole('list', { name: list }).getByRole('listitem').locator('a[href^="#/courses/view/"]');
}

/** The linkhashes of these links, read at one moment. */
export async function hashesOf(links: Locator): Promise<string[]> {
  const read: unknown = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  return z
    .array(z.string())
    .parse(read)
    .map((href) => /^#\/courses\/view\/(\w+)\/$/u.exec(href)?.[1] ?? `no course: ${href}`);
}

/** A step of a paged list: `Next`, `Last`. */
export function stepOf(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });
}

/** Goes to the last page of a list and waits for it: it has no next link. */
export async function goToLast(page: Page): Promise<void> {
  await stepOf(page, 'Last').click();
  await page.locator('main[aria-busy="false"] a[aria-disabled="true"]', { hasText: 'Last' }).waitFor();
}

/** A number as the page formats it. */
export function inWords(number: number): string {
  return number.toLocaleString('en-US');
}

/** The texts of the matches, with white space as rendered. */
export async function textsOf(found: Locator): Promise<string[]> {
  const texts = await found.allTextContents();
  return texts.map((text) => text.replaceAll(/\s+/gu, ' ').trim());
}

/** The search field. */
export function searchBox(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Search courses' });
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
