// Preset for GitLab Pages: a rule for each address, since by itself it looks for index.html only.
import { addressPatterns } from '../api/address-patterns.ts';
import { filesOnly, type Host, type HostedSite, type HostFile } from './host.ts';
import { shellWord } from '../text/shell.ts';
import { encodedPrefixAdvice, placeholderPath, rulesFile } from './netlify-files.ts';

export const gitlabPages: Host = {
  title: 'GitLab Pages',
  exampleAddress: 'https://NAMESPACE.gitlab.io/PROJECT',
  ...filesOnly,
  evidence: { kind: 'documents', by: "GitLab's documentation and the source code of its Pages server" },
  precompressedEncodings: ['gzip', 'brotli'],
  limitsText:
    'headers cannot be set, but CORS is open to every origin; a 404 is a page with the JSON in it, or without pages JSON sent as text/html; 200,000 files and folders, 1 GB',
  budget: [
    { measure: 'entries', most: 200_000 },
    { measure: 'bytes', most: 1e9 },
    { measure: 'rules', most: 1000 },
  ],
  prefixAdvice: encodedPrefixAdvice,
  files: (site) => [redirects(site)],
  notes: ({ out }) => [
    `Publish it: a job named pages publishes ${shellWord(out)} (pages: publish); npx --no static-course-catalog init --host gitlab-pages writes that job.`,
  ],
};

/** A project's site is below a path with the project's name, and rules must include that path. */
function redirects({ prefix, indexFile }: HostedSite): HostFile {
  const paths = addressPatterns().map((pattern) => `${prefix}${placeholderPath(pattern)}`);
  const lines = paths.map((path) => `${path}/ ${path}/${indexFile} 200`);
  return rulesFile('_redirects', lines);
}
