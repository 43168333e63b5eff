// Chromium as a program that serves all test files of a run.
import { eventLimit } from '../helpers/limits.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';

/** A browser chosen by the user. */
const chosen = process.env['CHROMIUM'];

/** Whether tests that visit pages are skipped. */
export const isChromiumMissing = chosen === undefined && isMissing('chromium');

/** A suffix for the name of a test that visits pages. */
export const neededForChromium = isChromiumMissing ? neededFor('chromium') : '';

/** Starts it, and returns the endpoint for clients. */
export async function startChromium(): Promise<{ endpoint: string; stop: () => Promise<void> }> {
  const { chromium } = await import('playwright-core');
  const server = await chromium.launchServer({
    executablePath: chosen ?? pathOf('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    host: '127.0.0.1',
    timeout: eventLimit,
  });
  return { endpoint: server.wsEndpoint(), stop: () => server.close() };
}
