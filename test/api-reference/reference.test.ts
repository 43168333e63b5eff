// The API reference in a browser: all of the OpenAPI document as text, requests to its own address, and for every reader.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { axeFaults, colorFaults } from '../browser/axe.ts';
import { describeEach, onSomeHosts, onOneHost } from '../browser/deployments.ts';
import type { OpenapiDocument } from '../openapi/document.ts';

const texts = z.array(z.string());

describeEach(onSomeHosts('sample', 'attack'), 'the API reference of', ({ catalog, host, addressOf, visit }) => {
  const root = () => addressOf('').replace(/\/$/u, '');

  it('has every operation, parameter and schema of the OpenAPI document, literally', async () => {
    const { page, picture } = await visit('docs/');
    const document = await documentOf(page);
    const { title, description } = document.info;
    expect(await page.locator('h1').textContent()).toContain(title);
    expect(await page.title()).toContain(title);
    const main = (await page.locator('main').textContent()) ?? '';
    for (const paragraph of description.split('\n\n')) expect(main).toContain(withoutMarks(paragraph));
    for (const [path, { parameters = [], ...operations }] of Object.entries(document.paths)) {
      const section = page.locator('section', { has: page.getByText(`GET ${path}`, { exact: true }) }).last();
      const shown = (await section.textContent()) ?? '';
      for (const { operationId, description: said, responses } of Object.values(operations)) {
        expect(await page.locator(`[id$="/${operationId}"]`).count(), operationId).toBe(1);
        for (const text of [withoutMarks(said), ...Object.keys(responses)]) expect(shown).toContain(text);
      }
      for (const { name } of parameters) expect(shown).toContain(name);
      for (const { source } of operations.get['x-codeSamples'] ?? [])
        expect(shown).toContain(source.trim().replaceAll(document.servers[0]?.url ?? '', root));
    }
    for (const name of ['Course', 'CourseSummary', 'Error'])
      for (const field of fieldsOf(document.components.schemas[name])) expect(main).toContain(field);
    expect(await page.evaluate('window.hit ?? null')).toBe(null);
    await picture(`reference-${catalog}-${host}`);
  });

  it('shows the very answer of the API for every path, at its own address', async () => {
    const { page } = await visit('docs/');
    for (const form of await page.locator('details.try').all()) {
      const address = await send(form);
      const path = (await form.locator('form').getAttribute('data-path')) ?? '';
      expect(address.startsWith(root() + path.replace(/\{.*/u, '')), address).toBe(true);
      expect(await statusIn(form)).toBe('200 OK');
      const shown = (await form.getByRole('region', { name: 'Body' }).textContent()) ?? '';
      const answer = `${JSON.stringify(JSON.parse(shown)).replaceAll('<', String.raw`\u003c`)}\n`;
      expect(answer).toBe(await page.evaluate(textAt(address)));
    }
    expect(await page.locator('.answer').count()).toBe(Object.keys((await documentOf(page)).paths).length);
    expect(await page.evaluate('window.hit ?? null')).toBe(null);
  });

  it('has names of its own for all that it links to, and leads to the catalog', async () => {
    const { page } = await visit('docs/');
    const idsIn = `[...document.querySelectorAll('[id]')].map(({ id }) => id)`;
    const ids = texts.parse(await page.evaluate(idsIn));
    expect(new Set(ids).size).toBe(ids.length);
    const linksIn = `[...document.querySelectorAll('main a[href^="#"]')].map((a) => a.getAttribute('href').slice(1))`;
    const links = texts.parse(await page.evaluate(linksIn));
    expect(links.filter((link) => !ids.includes(link))).toEqual([]);
    expect(links).toContain('/components/schemas/Course');
    await page.locator('header a').first().click();
    await page.waitForURL(`${root()}/`);
  });
});

describeEach(onOneHost('sample'), 'the API reference of', ({ addressOf, visit }) => {
  const list = '/api/v1/categories/{category_id}/';

  it('sends what the fields say, by every method', async () => {
    const { page, faults } = await visit('docs/');
    const form = formOf(page, list);
    await form.locator('summary').click();
    await form.getByLabel('page').fill('1');
    expect(await send(form, 'HEAD')).toMatch(/\/api\/v1\/categories\/\d+\/\?page=1$/u);
    expect(await form.locator('.answer').textContent()).toMatch(/^200 OK.*curl --head .*Allow: GET.*No body\./su);
    await send(form, 'OPTIONS');
    expect(await statusIn(form)).toMatch(/^20[04]/u);
    await form.getByLabel('category_id').fill('a/b?c');
    expect(await send(form, 'GET')).toMatch(/\/categories\/a%2Fb%3Fc\/\?page=1$/u);
    expect(await form.locator('.answer').textContent()).toMatch(/^404 Not Found.*"detail": "Not found\."/su);
    expect(faults.splice(0).join()).toContain('status 404');
    await form.getByLabel('category_id').fill('');
    await form.getByRole('button', { name: 'Send' }).click();
    expect(await form.getByLabel('category_id').evaluate((field) => field.matches(':invalid:focus'))).toBe(true);
  });

  it('shows what is no JSON as it is, and says why there is no answer', async () => {
    const { page, faults } = await visit('docs/');
    const form = formOf(page, '/api/v1/providers/');
    await form.locator('summary').click();
    await page.route('**/api/v1/providers/', async (route) => route.fulfill({ body: '<p>Ours', status: 200 }));
    await send(form);
    expect(await form.getByRole('region', { name: 'Body' }).textContent()).toBe('<p>Ours');
    await page.unrouteAll();
    await page.route('**/api/v1/providers/', async (route) => route.abort('connectionrefused'));
    await form.getByRole('button', { name: 'Send' }).click();
    const said = `No answer from ${addressOf('api/v1/providers/')}: Failed to fetch.`;
    await form.getByText(said).waitFor();
    expect(await page.getByRole('status').textContent()).toContain(said);
    expect(faults.splice(0).join()).toContain('ERR_CONNECTION_REFUSED');
  });

  it('is usable with the keyboard alone, and copies samples', async () => {
    const { page } = await visit('docs/');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tabTo(page, 'Latest courses');
    await page.keyboard.press('Enter');
    expect(decodeURIComponent(new URL(page.url()).hash)).toBe('#/courses/getCoursesLatest');
    await tabTo(page, 'Copy');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' });
    const copied = z.string().parse(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied).toBe(`curl --fail --silent --show-error '${addressOf('api/v1/courses/latest/')}'`);
    await tabTo(page, 'Try it');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Send');
    await page.keyboard.press('Enter');
    await page.locator('.answer').getByText('200 OK').waitFor();
    await page.context().clearPermissions();
  });

  it('is a document without JavaScript', async () => {
    const { page } = await visit('docs/');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    await page.reload();
    expect(await page.locator('main').innerText()).toContain('GET /api/v1/courses/latest/');
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Course', exact: true }).first().click();
    expect(new URL(page.url()).hash).toBe('#/components/schemas/Course');
    await page.locator('summary').first().click();
    await session.detach();
  });

  it('passes axe, light, dark, in forced colors and as narrow as a small phone', async () => {
    const { page, picture } = await visit('docs/');
    await send(formOf(page, list));
    await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
    for (const [look, width, faultsOn] of [
      [{ colorScheme: 'light' }, 1280, axeFaults],
      [{ colorScheme: 'dark' }, 1280, colorFaults],
      [{ colorScheme: 'dark' }, 320, axeFaults],
      [{ colorScheme: 'light', forcedColors: 'active' }, 320, axeFaults],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia(look);
      expect(await faultsOn(page), `${JSON.stringify(look)}, ${width} pixels`).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await picture(`reference-${Object.values(look).join('-')}-${width}`);
    }
  });

  it('has a switch to the other theme, which other pages have too', async () => {
    const { page } = await visit('docs/', { colorScheme: 'light' });
    const button = page.getByRole('button', { name: 'Dark theme', exact: true });
    const paper = 'getComputedStyle(document.body).backgroundColor';
    const light = await page.evaluate(paper);
    await button.press('Enter');
    expect([await button.getAttribute('aria-pressed'), (await page.evaluate(paper)) === light]).toEqual([
      'true',
      false,
    ]);
    const dark = await page.evaluate(paper);
    await page.goto(addressOf(''));
    expect(await page.evaluate(paper)).toBe(dark);
  });
});

async function documentOf(page: Page): Promise<OpenapiDocument> {
  return JSON.parse(z.string().parse(await page.evaluate(textAt('../openapi.json'))));
}

function textAt(address: string): string {
  return `fetch(${JSON.stringify(address)}).then((response) => response.text())`;
}

function fieldsOf(schema: unknown): string[] {
  return Object.keys(z.object({ properties: z.looseObject({}) }).parse(schema).properties);
}

/** Backticks are shown as code. */
function withoutMarks(text: string): string {
  return text.replaceAll(/`([^`]*)`/gu, '$1');
}

function formOf(page: Page, path: string): Locator {
  return page.locator('details.try', { has: page.locator(`form[data-path="${path}"]`) });
}

/** Sends a form, and returns the address that it asked. */
async function send(form: Locator, method = 'GET'): Promise<string> {
  if ((await form.getAttribute('open')) === null) await form.locator('summary').click();
  await form.getByLabel('Method').selectOption(method);
  const response = form.page().waitForResponse((one) => one.request().resourceType() === 'fetch');
  await form.getByRole('button', { name: 'Send' }).click();
  const address = (await response).url();
  await form.locator('form:not([aria-busy])').waitFor();
  return address;
}

async function statusIn(form: Locator): Promise<string> {
  return form.locator('.answer > p').first().innerText();
}

async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if (String(await page.evaluate('document.activeElement.textContent')).trim() === text) return;
  }
  throw new Error(`The Tab key does not lead to ${text}`);
}
