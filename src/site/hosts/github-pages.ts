// The preset for GitHub Pages, which reads no configuration: what every build writes is all it needs.
import type { Host } from './host.ts';

export const githubPages: Host = {
  title: 'GitHub Pages',
  pageLinks: 'path',
  indexFile: 'index.json',
  can: { pageQuery: 'no', headers: 'no', jsonNotFound: 'partly', methodNotAllowed: 'no', options: 'no' },
  proof: { kind: 'documents', by: "GitHub's documents, and for index.json a maintainer's word" },
  limits:
    'no headers can be set, but every origin may read; a 404 is JSON typed as text/html; 1 GB, and ten minutes for a deployment',
  budget: [{ measure: 'bytes', most: 1e9 }],
  files: () => [],
  notes: () => [
    'Publish it: a workflow uploads the folder as the Pages artifact; npx course-catalog init --host github-pages writes one.',
  ],
};
