// Cloudflare Pages: what the presets with and without a worker share.
import type { Limit, HostedSite } from './host.ts';
import { shellWord } from '../text/shell.ts';

/** A bucket takes any number of files. */
const alternative = 'serve the files from R2 behind your domain (docs/hosting/cloudflare.md says how)';

/** Limits of a project. `rules` are dynamic redirects; the limits of 2,000 static redirects and of 100 rules in other files are far away. */
export const pagesBudget: readonly Limit[] = [
  { measure: 'files', most: 20_000, plan: 'the free plan', alternative },
  { measure: 'files', most: 100_000, alternative },
  { measure: 'file', most: 25 * 1024 * 1024 },
  { measure: 'rules', most: 100 },
];

export const pagesLimits =
  '20,000 files on the free plan, 100,000 on others; 25 MiB per file; a removed file may still be served for a week';

/** The deployment command and, for a base URL with a path, what the domain must do. */
export function pagesNotes({ out, prefix }: HostedSite): string[] {
  const deployment = `Publish it: npx wrangler pages deploy ${shellWord(out)} --project-name NAME --branch main`;
  if (prefix === '') return [deployment];
  return [deployment, `It works below ${prefix}/ only: have the domain forward that path to the project unchanged.`];
}
