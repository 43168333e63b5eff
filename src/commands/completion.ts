// The command `completion`: prints a script with which a shell completes commands, options and their values.
import { print, type Session } from '../console/session.ts';
import { commandNames, helpOf, flagOf, optionTable, optionNamesOf, type CommandName } from '../options/option-table.ts';
import { UsageError } from '../errors.ts';
import { oneOf, type ValueKind } from '../options/value-kinds.ts';
import type { CommandRow } from './command.ts';

export const completionCommand: CommandRow = {
  name: 'completion',
  description:
    'print a script with which a shell completes static-course-catalog where it is installed globally: commands, options, values',
  argument: { name: 'shell', description: 'bash, zsh or fish' },
  examples: {
    'Complete in this bash': 'bash > ~/.static-course-catalog.sh && . ~/.static-course-catalog.sh',
    'Complete in this zsh': 'zsh > ~/.static-course-catalog.sh && . ~/.static-course-catalog.sh',
    'Complete in every fish': 'fish > ~/.config/fish/completions/static-course-catalog.fish',
  },
  run: async ({ io, argument }: Session) => {
    if (argument === undefined) throw new UsageError(`name a shell: ${shells.join(', ')}`);
    const shell = oneOf(shells).read(argument);
    print(io, ...(shell === 'fish' ? fishLines() : shell === 'zsh' ? [...zshStart, ...bashLines()] : bashLines()));
    return true;
  },
};

const shells = ['bash', 'zsh', 'fish'] as const;

/** zsh can read scripts for bash. */
const zshStart = ['autoload -U +X compinit && compinit', 'autoload -U +X bashcompinit && bashcompinit'];

/** The options of a command. A value is of some names, a file, a folder or a text of its own; there is none after a switch. */
function completedOptions(command: CommandName) {
  const options = optionNamesOf(command).map((option) => {
    const { placeholder, names, isList = false }: ValueKind<unknown> = optionTable[option];
    return { name: flagOf(option), help: helpOf(option, command), value: names ?? placeholder, isList };
  });
  return [...options, { name: '--help', help: 'display help', value: undefined, isList: false }];
}

/** What `compgen` takes to offer a value. It splits words where lines end, so that paths may hold spaces. */
function compgenOf(value: string | readonly string[]): string {
  if (value === 'file') return '-f';
  if (value === 'folder') return '-d';
  return `-W $'${Array.isArray(value) ? value.join(String.raw`\n`) : ''}'`;
}

function bashLines(): string[] {
  const values = commandNames.flatMap((command) =>
    completedOptions(command).flatMap(({ name, value, isList }) => {
      const reply = isList ? '_static_course_catalog_list' : '_static_course_catalog_reply';
      return value === undefined ? [] : [`    "${command} ${name}") ${reply} ${compgenOf(value)}; return ;;`];
    }),
  );
  const options = commandNames.map((command) => {
    const names = command === 'completion' ? shells : completedOptions(command).map(({ name }) => name);
    return `    ${command}) _static_course_catalog_reply -f ${compgenOf(names)} ;;`;
  });
  return [
    `_static_course_catalog_reply() { local IFS=$'\\n'; COMPREPLY=($(compgen "$@" -- "$word")); }`,
    // The names before the last comma stay.
    '_static_course_catalog_list() {',
    '  local before=',
    '  case "$word" in *,*) before="${word%,*}," ;; esac',
    '  word="${word##*,}"',
    '  _static_course_catalog_reply -P "$before" "$@"',
    '}',
    '_static_course_catalog() {',
    '  local word="${COMP_WORDS[COMP_CWORD]}"',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    _static_course_catalog_reply ${compgenOf([...commandNames, '--help', '--version'])}`,
    '    return',
    '  fi',
    '  case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in',
    ...values,
    '  esac',
    '  case "${COMP_WORDS[1]}" in',
    ...options,
    '  esac',
    '}',
    'complete -o filenames -F _static_course_catalog static-course-catalog',
  ];
}

function fishLines(): string[] {
  const quoted = (text: string) => `'${text.replaceAll(/['\\]/gu, String.raw`\$&`)}'`;
  const options = commandNames.flatMap((command) =>
    completedOptions(command).map(({ name, help, value, isList }) => {
      const all = Array.isArray(value) ? value.join(' ') : '';
      const names = all && ` -a ${quoted(isList ? `(__fish_complete_list , 'string split " " "${all}"')` : all)}`;
      const how = value === undefined ? '' : value === 'file' || value === 'folder' ? ' -r' : ` -x${names}`;
      const isIn = `-n '__fish_seen_subcommand_from ${command}'`;
      return `complete -c static-course-catalog ${isIn} -l ${name.slice(2)}${how} -d ${quoted(help)}`;
    }),
  );
  return [
    `complete -c static-course-catalog -n __fish_use_subcommand -f -a ${quoted(commandNames.join(' '))}`,
    `complete -c static-course-catalog -n '__fish_seen_subcommand_from completion' -f -a ${quoted(shells.join(' '))}`,
    ...options,
  ];
}
