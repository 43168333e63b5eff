// The command `mcp`: lets an assistant search a catalog, over its standard input and output, or over HTTP on this machine.
import { once } from 'node:events';
import { say, type Io, type Session } from '../session.ts';
import { flagOf } from '../../options/option-table.ts';
import { bold, line } from '../../text/terminal.ts';
import type { CommandRow } from './command.ts';

export const mcpCommand: CommandRow = {
  name: 'mcp',
  description: 'let an assistant search a catalog, by the Model Context Protocol on standard input and output',
  argument: { name: 'url-or-folder', description: 'the published site, or the folder of a build, dist by default' },
  examples: {
    'Search a published catalog': 'https://courses.example.org',
    'Search the last build, over HTTP': 'dist --port 3333',
  },
  run: runMcp,
};

/** Whoever started the command ends its input to stop it, or goes. */
function endsOf({ stdin, stdout }: Io): Promise<unknown>[] {
  return [once(stdin, 'end'), once(stdin, 'close'), once(stdout, 'close'), once(stdout, 'error')];
}

async function openFolder(out: string) {
  const { openPreview } = await import('../../preview/preview.ts');
  return openPreview({ out, port: 0 }, () => {});
}

/** An assistant may stay for days: so often it asks whether the catalog changed. */
const secondsUntilAsked = 60;

async function runMcp(session: Session): Promise<boolean> {
  const { io, options, origins, signal, version, argument = options.out } = session;
  const { catalogServer } = await import('../../mcp/tools.ts');
  const { openCatalog } = await import('../../library/open-catalog.ts');
  const { boundedFetch } = await import('../../http/bounded-fetch.ts');
  const isSite = /^https?:\/\//iu.test(argument);
  // A folder answers as its preview does, pages of lists included.
  const preview = isSite ? undefined : await openFolder(argument);
  const catalog = await openCatalog(preview?.url ?? argument, {
    signal,
    fetch: boundedFetch(),
    maxAge: secondsUntilAsked,
  });
  const open = () => catalogServer(catalog, version, isSite);
  const { serveHttp, serveStreams } = await import('../../mcp/serve.ts');
  // The port in the configuration is that of `preview`.
  const isHttp = origins.get('port') === flagOf('port');
  const overHttp = isHttp ? await serveHttp(options.port, open) : undefined;
  const serving = overHttp ?? serveStreams(open);
  if (overHttp) say(io, line`${bold(argument)} can be searched at ${bold(overHttp.url)}; press Ctrl-C to stop`);
  try {
    if (!signal.aborted) await Promise.race([once(signal, 'abort'), ...(overHttp ? [] : endsOf(io))]);
    return true;
  } finally {
    await serving.close();
    await preview?.close();
  }
}
