// Preset for this machine: the `preview` command, which follows the specification in full.
import { fullSupport, type Host } from './host.ts';
import { shellWord } from '../text/shell.ts';

export const preview: Host = {
  title: 'Local preview',
  isLocal: true,
  ...fullSupport,
  evidence: { kind: 'server', by: 'the `preview` command' },
  limitsText: 'for this machine: publish with another host',
  files: () => [],
  notes: ({ out }) => [
    `Preview it: npx --no static-course-catalog preview${out === 'dist' ? '' : ` --out ${shellWord(out)}`}`,
    'Publish it: build again with --host NAME and --base-url URL; npx --no static-course-catalog hosts lists the names.',
  ],
};
