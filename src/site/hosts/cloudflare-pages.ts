// Cloudflare Pages: what its presets with and without a worker have in common.
import { apiRoot } from '../../api/routes.ts';
import type { Limit, Site } from './host.ts';
import { shellWord } from './notes.ts';

/** What a project takes. Rules: dynamic ones in `_redirects`; the 2,000 static ones, and 100 each of the other files, are far away. */
export const pagesBudget: readonly Limit[] = [
  { measure: 'files', most: 20_000, plan: 'the free plan' },
  { measure: 'files', most: 100_000 },
  { measure: 'file', most: 25 * 1024 * 1024 },
  { measure: 'rules', most: 100 },
];

export const pagesLimits =
  '20,000 files on the free plan, 100,000 on others; 25 MiB a file; a file taken away may still answer for a week';

/** Below this path of the host whatever is missing is missing from the API. */
export function topOfApi({ prefix }: Pick<Site, 'prefix'>): string {
  return `${prefix}/${apiRoot.replace(/\/.*/u, '')}/`;
}

/** The deployment, and what a base URL with a path asks of the domain. */
export function pagesNotes({ out, prefix }: Site): string[] {
  const deployment = `Publish it: npx wrangler pages deploy ${shellWord(out)} --project-name NAME --branch main`;
  if (prefix === '') return [deployment];
  return [deployment, `It answers below ${prefix}/ only: have the domain pass that path on to the project as it is.`];
}
