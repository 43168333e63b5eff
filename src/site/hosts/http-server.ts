// The preset for a local preview: `npx course-catalog preview`, which is http-server told of the interface.
import { everyAbility, type Host } from './host.ts';
import { shellWord } from './notes.ts';

export const httpServer: Host = {
  title: 'http-server (local preview)',
  isLocal: true,
  pageLinks: 'query',
  indexFile: 'index.json',
  can: everyAbility,
  proof: { kind: 'server', by: 'http-server 14 as `preview` runs it' },
  sends: ['gzip', 'brotli'],
  limits:
    'its own command (http-server dist -e json) ignores ?page= and headers: build with --page-links path for it; with -e json it shows no page for people',
  budget: [],
  files: () => [],
  notes: ({ out }) => [
    `Look at it: npx course-catalog preview${out === 'dist' ? '' : ` --out ${shellWord(out)}`}`,
    'Publish it: build again with --host NAME and --base-url URL; npx course-catalog hosts lists the names.',
  ],
};
