// Owns the scores of pages by Lighthouse: on a phone and a slow network, both emulated, as Lighthouse does by itself.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readJsonSync } from 'fs-extra/esm';
import { z } from 'zod';
import { median } from './measure.ts';

/** Not a dependency: it has 185 MB. This is the last version for Node 20. */
const lighthouse = 'lighthouse@12.8.2';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** A page by its address, and the least scores that it has to reach. */
export interface Scored {
  name: string;
  address: string;
  performance: number;
}

type Scores = Record<(typeof categories)[number] | 'shift', number>;

/** The most by which a page may move while it loads. */
const mostShift = 0.02;

const score = z.object({ score: z.number().nullable() });
const outcome = z.object({
  categories: z.record(z.enum(categories), score),
  audits: z.looseObject({ 'cumulative-layout-shift': z.object({ numericValue: z.number() }) }),
});

/** The worst scores of a page in some rounds but for its performance, of which it is the median. */
export async function scoresOf({ address }: Scored, rounds: number, browser: string, folder: string): Promise<Scores> {
  const all: Scores[] = [];
  for (let round = 1; round <= rounds; round++) all.push(await scoreOnce(address, browser, folder));
  const least = (name: keyof Scores) => Math.min(...all.map((one) => one[name]));
  return {
    performance: median(all.map(({ performance }) => performance)),
    accessibility: least('accessibility'),
    'best-practices': least('best-practices'),
    seo: least('seo'),
    shift: Math.max(...all.map(({ shift }) => shift)),
  };
}

async function scoreOnce(address: string, browser: string, folder: string): Promise<Scores> {
  const file = join(folder, 'lighthouse.json');
  const options = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${categories.join()}`,
    '--chrome-flags=--headless=new --no-sandbox',
    '--no-enable-error-reporting',
  ];
  const env = { ...process.env, CHROME_PATH: browser };
  await promisify(execFile)('npx', ['--yes', lighthouse, address, ...options], { cwd: folder, env });
  const { categories: found, audits } = outcome.parse(readJsonSync(file));
  const percent = (name: keyof typeof found) => Math.round((found[name].score ?? Number.NaN) * 100);
  return {
    performance: percent('performance'),
    accessibility: percent('accessibility'),
    'best-practices': percent('best-practices'),
    seo: percent('seo'),
    shift: audits['cumulative-layout-shift'].numericValue,
  };
}

/** The pages against their limits. */
export function scoreTable(pages: readonly (readonly [Scored, Scores])[]): string[] {
  return [
    '| page | performance | accessibility | best practices | SEO | layout shift |',
    '| --- | --- | --- | --- | --- | --- |',
    ...pages.map(([page, scores]) => {
      const cells = limitsOf(page).map(([name, must]) => {
        const value = scores[name];
        const shown = name === 'shift' ? value.toFixed(3) : String(value);
        const limit = `${name === 'shift' ? '≤' : '≥'} ${must}`;
        return `${shown}${holds(name, value, must) ? '' : ' **missed**'} (${limit})`;
      });
      return `| ${[page.name, ...cells].join(' | ')} |`;
    }),
  ];
}

export function areWithin(page: Scored, scores: Scores): boolean {
  return limitsOf(page).every(([name, must]) => holds(name, scores[name], must));
}

function limitsOf({ performance }: Scored): [keyof Scores, number][] {
  return [
    ['performance', performance],
    ['accessibility', 100],
    ['best-practices', 100],
    ['seo', 100],
    ['shift', mostShift],
  ];
}

function holds(name: keyof Scores, value: number, must: number): boolean {
  return name === 'shift' ? value <= must : value >= must;
}
