// Preset for http-server, the program as it stands: it sends files and reads no configuration.
import { verifyNote, type Host } from './host.ts';
import { shellWord } from '../text/shell.ts';

export const httpServer: Host = {
  title: 'http-server',
  isLocal: true,
  pageLinks: 'path',
  indexFile: 'index.json',
  capabilities: { pageQuery: 'no', headers: 'no', jsonNotFound: 'yes', methodNotAllowed: 'partly', options: 'no' },
  evidence: { kind: 'server', by: 'http-server 14' },
  limitsText:
    'takes index.json for a folder (-e json), so the front page is at /index.html, and links between pages lead to 404; a 405 has neither body nor Allow',
  budget: [],
  prefixAdvice: (prefix) => `build into a subfolder of that name (--out site${prefix}), and serve the outer folder`,
  files: () => [],
  notes: ({ baseUrl, prefix, out }) => {
    const { port } = new URL(baseUrl);
    const folder = prefix === '' ? shellWord(out) : 'OUTER_FOLDER';
    return [
      `Serve it: npx http-server ${folder} -e json -a 127.0.0.1${port === '' || port === '8080' ? '' : ` -p ${port}`}`,
      verifyNote({ baseUrl }),
    ];
  },
};
