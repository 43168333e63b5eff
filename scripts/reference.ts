// Writes the pages of docs/reference from the tables of commands, options, rules and exit codes: `npm run reference`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exitCodes } from '../src/cli.ts';
import { exampleLines, type CommandRow } from '../src/commands/command.ts';
import { commands } from '../src/commands/commands.ts';
import { variableOf } from '../src/options/configuration.ts';
import { ruleMeanings, remedies } from '../src/problems.ts';
import { flagWithValue, helpOf, flagOf, optionNames, optionTable, optionNamesOf } from '../src/options/option-table.ts';

const made = '<!-- Written by `npm run reference`. -->';

/** The text of every page, by its path in the repository. */
export function referencePages(): Readonly<Record<string, string>> {
  return {
    'docs/reference/commands.md': commandsPage(),
    'docs/reference/rules.md': rulesPage(),
    'docs/reference/exit-codes.md': exitCodesPage(),
  };
}

function commandsPage(): string {
  const names = commands.map(({ name, description }) => [`[\`${name}\`](#${name})`, cell(description)]);
  const variables = optionNames.map((name) => [
    `\`${flagOf(name)}\``,
    `\`${variableOf(name)}\``,
    `\`${name}\``,
    commands
      .filter((row) => optionTable[name].commands.includes(row.name))
      .map((row) => `[${row.name}](#${row.name})`)
      .join(', '),
  ]);
  return `# Commands

${made}

${table(['command', 'does'], names)}

Every option can also be set by an environment variable, or in \`course-catalog.config.json\` in the folder where the command runs: \`{"baseUrl": "https://courses.example.org", "pageSize": 50}\`. Flags win over the environment, the environment over the file. A switch is \`true\` or \`false\` there; \`--no-site\` is \`site\` set to \`false\`. A list is an array in the file. [The last section](#names-of-options) has all names.

Messages for people go to stderr, with a progress bar on a terminal; stdout holds only the result of \`--json\`, or of \`hosts\` and \`import --dry-run\`. In GitHub Actions problems are also printed as annotations, which appear beside the lines of the source in a pull request.

${commands.map(commandSection).join('\n')}
## Names of options

${table(['option', 'variable', 'in the file', 'commands'], variables)}
`;
}

function commandSection(row: CommandRow): string {
  const { name, description, argument } = row;
  const options = optionNamesOf(name).map((option) => [`\`${flagWithValue(option)}\``, cell(helpOf(option, name))]);
  const usage = `npx --no static-course-catalog ${name}${argument ? ` [${argument.name}]` : ''} [options]`;
  return `## ${name}

${description[0]?.toUpperCase()}${description.slice(1)}.

\`\`\`text
${usage}
\`\`\`
${argument ? `\n\`${argument.name}\`: ${argument.description}.\n` : ''}
${table(['option', 'meaning'], options)}

\`\`\`sh
${exampleLines(row).join('\n')}
\`\`\`
`;
}

function rulesPage(): string {
  const remedyByRule: Readonly<Record<string, string>> = remedies;
  const rows = Object.entries(ruleMeanings).map(([rule, meaning]) => [
    `\`${rule}\``,
    cell(meaning),
    cell(remedyByRule[rule] ?? ''),
  ]);
  return `# Rules

${made}

\`check\`, \`build\` and \`import\` report every problem at once, with its rule, file, line and column (row and column in CSV). Nothing is written while there is an error. Many messages end with a remedy that fits the case better than the one below.

${table(['rule', 'what it requires, or warns of', 'remedy'], rows)}
`;
}

function exitCodesPage(): string {
  const rows = Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]);
  return `# Exit codes

${made}

${table(['code', 'meaning'], rows)}

With \`--json\`, stdout holds one object in any of the first two cases, and \`ok\` in it says which; problems also go to stderr, so that a job that throws stdout away still reports them.
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
