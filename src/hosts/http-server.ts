// Preset for this machine: the `preview` command, which follows the specification in full, and http-server within its limits.
import { fullSupport, type Host } from './host.ts';
import { shellWord } from '../text/shell.ts';

export const httpServer: Host = {
  title: 'http-server (local preview)',
  isLocal: true,
  ...fullSupport,
  proof: { kind: 'server', by: 'the `preview` command; http-server 14 within the limits named here' },
  sends: ['gzip', 'brotli'],
  limitsText:
    'run directly (http-server dist -e json), it ignores ?page= and headers: build with --page-links path for it; with -e json it shows no HTML pages',
  files: () => [],
  notes: ({ out }) => [
    `Preview it: npx --no static-course-catalog preview${out === 'dist' ? '' : ` --out ${shellWord(out)}`}`,
    'Publish it: build again with --host NAME and --base-url URL; npx --no static-course-catalog hosts lists the names.',
  ],
};
