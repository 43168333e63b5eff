// Preset for the local preview: http-server, extended by the `preview` command to follow the specification.
import { fullSupport, type Host } from './host.ts';
import { shellWord } from '../text/shell.ts';

export const httpServer: Host = {
  title: 'http-server (local preview)',
  isLocal: true,
  ...fullSupport,
  proof: { kind: 'server', by: 'http-server 14 as run by `preview`' },
  sends: ['gzip', 'brotli'],
  limitsText:
    'run directly (http-server dist -e json), it ignores ?page= and headers: build with --page-links path for it; with -e json it shows no HTML pages',
  files: () => [],
  notes: ({ out }) => [
    `Preview it: npx course-catalog preview${out === 'dist' ? '' : ` --out ${shellWord(out)}`}`,
    'Publish it: build again with --host NAME and --base-url URL; npx course-catalog hosts lists the names.',
  ],
};
