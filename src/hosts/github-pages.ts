// Preset for GitHub Pages, which has no configuration files.
import { filesOnly, type Host } from './host.ts';

export const githubPages: Host = {
  title: 'GitHub Pages',
  exampleAddress: 'https://USER.github.io/REPO',
  ...filesOnly,
  evidence: { kind: 'documents', by: "GitHub's documentation and, for index.json, a maintainer's statement" },
  limitsText:
    'headers cannot be set, but CORS is open to every origin; a 404 is a page with the JSON in it, or without pages JSON sent as text/html; 1 GB, ten minutes per deployment',
  budget: [{ measure: 'bytes', most: 1e9 }],
  files: () => [],
  notes: () => [
    'Publish it: a workflow uploads the folder as the Pages artifact; npx --no static-course-catalog init --host github-pages writes that workflow.',
  ],
};
