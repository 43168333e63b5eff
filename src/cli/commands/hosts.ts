// The command `hosts`: the presets as a table.
import { print, printJson, type Session } from '../session.ts';
import type { Capabilities, Host } from '../../hosts/host.ts';
import { hosts } from '../../hosts/hosts.ts';
import type { CommandRow } from './command.ts';

export const hostsCommand: CommandRow = {
  name: 'hosts',
  description: 'list the supported hosts and what each can do',
  examples: {
    'List the hosts and what each can do': '',
    'The same with all limits, as JSON': '--json',
  },
  run: runHosts,
};

const capabilityTitles: Readonly<Record<keyof Capabilities, string>> = {
  pageQuery: '?page=',
  headers: 'headers',
  jsonNotFound: 'JSON 404',
  methodNotAllowed: '405',
  options: 'OPTIONS',
};

/** The evidence for the capabilities of a host, in words. */
function evidenceOf({ evidence }: Host): string {
  const kinds = { server: 'served in our tests by', engine: 'run in our tests by', documents: 'by' };
  return `${kinds[evidence.kind]} ${evidence.by}`;
}

/** How the host compresses the API, in words; empty if that is not known. */
function compressionOf({ precompressedEncodings = [], dynamicEncodings = [] }: Host): string {
  const files = `sends ${precompressedEncodings.join(' and ')} files of --precompress`;
  const onTheWay = `compresses ${precompressedEncodings.length > 0 ? 'all else' : 'the API'} on the way with ${dynamicEncodings.join(' and ')}`;
  return [
    ...(precompressedEncodings.length > 0 ? [files] : []),
    ...(dynamicEncodings.length > 0 ? [onTheWay] : []),
  ].join('; ');
}

async function runHosts({ io, options }: Session): Promise<boolean> {
  const rows = Object.entries<Host>(hosts);
  if (options.json) {
    const data = rows.map(([name, host]) => {
      const { title, pageLinks, indexFile, capabilities, evidence, limitsText: limits, budget } = host;
      const { precompressedEncodings = [], dynamicEncodings = [] } = host;
      const encodings = { precompressedEncodings, dynamicEncodings };
      return { name, title, pageLinks, indexFile, capabilities, evidence, ...encodings, limits, budget };
    });
    printJson(io, { ok: true, hosts: data });
    return true;
  }
  const cells = [
    ['host', 'links', ...Object.values(capabilityTitles), 'index file'],
    ...rows.map(([name, { pageLinks, indexFile, capabilities }]) => {
      const cellsInOrder = Object.values({ ...capabilityTitles, ...capabilities });
      return [name, pageLinks, ...cellsInOrder, indexFile];
    }),
  ];
  const [head = '', ...lines] = aligned(cells);
  print(io, head);
  for (const [index, [, host]] of rows.entries()) {
    const notes = [host.limitsText, compressionOf(host), evidenceOf(host)].filter(Boolean);
    print(io, lines[index] ?? '', ...notes.map((text) => `    ${text}`));
  }
  return true;
}

/** Formats rows as lines, each column as wide as its widest cell. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const padded = (cell: string, column: number) => cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(padded).join('  ').trimEnd());
}
