// Writes the pages of docs/reference from the tables of commands, options, hosts, rules and exit codes: `npm run reference`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exitCodes } from '../src/cli/cli.ts';
import { commands } from '../src/cli/commands/commands.ts';
import type { Host } from '../src/hosts/host.ts';
import { hosts } from '../src/hosts/hosts.ts';
import { rules } from '../src/text/problems.ts';
import { flagWithValue, helpOf, optionNames, optionTable, type Options } from '../src/options/option-table.ts';

const made = '<!-- Written by `npm run reference`. -->';

/** The text of every page, by its path in the repository. */
export function referencePages(): Readonly<Record<string, string>> {
  return {
    'docs/reference/commands.md': commandsPage(),
    'docs/reference/hosts.md': hostsPage(),
    'docs/reference/rules.md': rulesPage(),
    'docs/reference/exit-codes.md': exitCodesPage(),
  };
}

function commandsPage(): string {
  const rows = commands.map(({ name, argument, description }) => [
    `\`${name}${argument ? ` [${argument.name}]` : ''}\``,
    cell(argument ? `${description}; \`${argument.name}\`: ${argument.description}` : description),
  ]);
  return `# Commands

${made}

${table(['command', 'does'], rows)}

With \`--help\`, each shows its options and examples.

## Options

Flags win over environment variables, and these over \`course-catalog.config.json\` in the folder where the command runs. \`--base-url\` is \`COURSE_CATALOG_BASE_URL\` in the environment, and in the file \`{"baseUrl": "https://courses.example.org"}\`. A switch is \`true\` or \`false\` there, \`--no-site\` is \`site\` set to \`false\`, and a list is an array.

${table(['option', 'meaning', 'commands'], optionNames.map(optionRow))}

Messages for people go to stderr; stdout holds only the result of \`--json\`, or of \`hosts\` and \`import --dry-run\`. In GitHub Actions, problems also appear beside the lines of the source in a pull request.
`;
}

/** An option with the meaning that it has in most commands, then with those of its own in others. */
function optionRow(name: keyof Options): string[] {
  const names = commands.flatMap((row) => (optionTable[name].commands.includes(row.name) ? [row.name] : []));
  const namesByHelp = new Map<string, string[]>();
  for (const command of names) {
    const help = helpOf(name, command);
    namesByHelp.set(help, [...(namesByHelp.get(help) ?? []), command]);
  }
  const meanings = Array.from(namesByHelp, ([help, own], index) => (index === 0 ? help : `${own.join(', ')}: ${help}`));
  return [`\`${flagWithValue(name)}\``, cell(meanings.join('. ')), names.join(', ')];
}

function hostsPage(): string {
  const known = Object.values<Host>(hosts).filter(({ limitsText }) => limitsText !== '');
  const rows = known.map(({ title, limitsText }) => [title, cell(limitsText)]);
  return `# Hosts

${made}

What hosts cannot do, beside the table in [hosting](../hosting/README.md), and their limits. The command \`hosts\` adds the evidence.

${table(['host', 'limits'], rows)}
`;
}

function rulesPage(): string {
  const rows = Object.entries(rules).map(([rule, { meaning }]) => [`\`${rule}\``, cell(meaning)]);
  return `# Rules

${made}

\`check\`, \`build\` and \`import\` report every problem at once, with its rule, file, line and column (row and column in CSV), and what to do about it. Nothing is written while there is an error.

${table(['rule', 'what it requires, or warns of'], rows)}
`;
}

function exitCodesPage(): string {
  const rows = Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]);
  return `# Exit codes

${made}

${table(['code', 'meaning'], rows)}

With \`--json\`, stdout holds one object in any of the first two cases, and \`ok\` in it says which; problems also go to stderr.
`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A text in a cell of a table: nothing in it ends the cell or begins an element. */
function cell(text: string): string {
  return text.replaceAll(/[|<]/gu, String.raw`\$&`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(referencePages())) writeFileSync(path, text);
}
