// The command `hosts`: the presets as a table.
import { print, printJson, type Session } from '../session.ts';
import type { Abilities, Host } from '../../hosts/host.ts';
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

const abilityTitles: Readonly<Record<keyof Abilities, string>> = {
  pageQuery: '?page=',
  headers: 'headers',
  jsonNotFound: 'JSON 404',
  methodNotAllowed: '405',
  options: 'OPTIONS',
};

/** The evidence for the abilities of a host, in words. */
function proofOf({ proof }: Host): string {
  const kinds = { server: 'served in our tests by', engine: 'run in our tests by', documents: 'by' };
  return `${kinds[proof.kind]} ${proof.by}`;
}

/** How the API gets to readers compressed, in words; empty where we do not know. */
function compressionOf({ sends = [], compresses = [] }: Host): string {
  const files = `sends ${sends.join(' and ')} files of --precompress`;
  const onTheWay = `compresses ${sends.length > 0 ? 'all else' : 'the API'} on the way with ${compresses.join(' and ')}`;
  return [...(sends.length > 0 ? [files] : []), ...(compresses.length > 0 ? [onTheWay] : [])].join('; ');
}

async function runHosts({ io, options }: Session): Promise<boolean> {
  const rows = Object.entries<Host>(hosts);
  if (options.json) {
    const data = rows.map(([name, host]) => {
      const { title, pageLinks, indexFile, can, proof, sends = [], compresses = [], limitsText: limits, budget } = host;
      return { name, title, pageLinks, indexFile, can, proof, sends, compresses, limits, budget };
    });
    printJson(io, { ok: true, hosts: data });
    return true;
  }
  const cells = [
    ['host', 'links', ...Object.values(abilityTitles), 'index file'],
    ...rows.map(([name, { pageLinks, indexFile, can }]) => {
      const abilities = { ...abilityTitles, ...can };
      return [name, pageLinks, ...Object.values(abilities), indexFile];
    }),
  ];
  const [head = '', ...lines] = aligned(cells);
  print(io, head);
  for (const [index, [, host]] of rows.entries()) {
    const notes = [host.limitsText, compressionOf(host), proofOf(host)].filter(Boolean);
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
