// The command `completion`: prints a script with which a shell completes commands, options and their values.
import { print, type Session } from '../console/session.ts';
import { oneOf } from '../options/parse.ts';
import { commandNames, helpOf, optionOf, settings, settingsOf, type CommandName } from '../options/settings.ts';
import type { CommandRow } from './command.ts';

export const completionCommand: CommandRow = {
  name: 'completion',
  description: 'print a script for a shell, which completes commands, options and their values',
  argument: { name: 'shell', description: 'bash, zsh or fish' },
  examples: {
    'Complete in this bash': 'bash > ~/.course-catalog.sh && . ~/.course-catalog.sh',
    'Complete in every fish': 'fish > ~/.config/fish/completions/course-catalog.fish',
  },
  run: async ({ io, argument = '' }: Session) => {
    const { read } = oneOf(['bash', 'zsh', 'fish']);
    const shell = read(argument);
    print(io, ...(shell === 'fish' ? fishLines() : shell === 'zsh' ? [...zshStart, ...bashLines()] : bashLines()));
    return true;
  },
};

/** zsh can read scripts for bash. */
const zshStart = ['autoload -U +X compinit && compinit', 'autoload -U +X bashcompinit && bashcompinit'];

interface CompletedOption {
  readonly name: string;
  readonly help: string;
  /** What may follow: names, a file or a folder, a text of its own, or nothing. */
  readonly value: readonly string[] | 'file' | 'folder' | 'text' | undefined;
}

function optionsOf(command: CommandName): CompletedOption[] {
  const own = settingsOf(command).map((setting): CompletedOption => {
    const { placeholder, schema } = settings[setting];
    const names = 'enum' in schema && Array.isArray(schema.enum) ? schema.enum.map(String) : undefined;
    const path = placeholder === 'file' || placeholder === 'folder' ? placeholder : 'text';
    return {
      name: optionOf(setting),
      help: helpOf(setting, command),
      value: placeholder === undefined ? undefined : (names ?? path),
    };
  });
  return [...own, { name: '--help', help: 'display help', value: undefined }];
}

function bashLines(): string[] {
  const values = commandNames.flatMap((command) =>
    optionsOf(command).flatMap(({ name, value }) => {
      if (value === undefined) return [];
      const how =
        typeof value === 'string' ? { file: '-f', folder: '-d', text: '-W ""' }[value] : `-W "${value.join(' ')}"`;
      return [`    "${command} ${name}") reply ${how}; return ;;`];
    }),
  );
  const options = commandNames.map((command) => {
    const names = optionsOf(command).map(({ name }) => name);
    return `    ${command}) reply -f -W "${names.join(' ')}" ;;`;
  });
  return [
    '_course_catalog() {',
    '  local word="${COMP_WORDS[COMP_CWORD]}"',
    '  reply() { COMPREPLY=($(compgen "$@" -- "$word")); }',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    reply -W "${commandNames.join(' ')} --help --version"`,
    '    return',
    '  fi',
    '  case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in',
    ...values,
    '  esac',
    '  case "${COMP_WORDS[1]}" in',
    ...options,
    '  esac',
    '}',
    'complete -F _course_catalog course-catalog',
  ];
}

function fishLines(): string[] {
  const quoted = (text: string) => `'${text.replaceAll(/['\\]/gu, String.raw`\$&`)}'`;
  const options = commandNames.flatMap((command) =>
    optionsOf(command).map(({ name, help, value }) => {
      const names = Array.isArray(value) ? ` -a ${quoted(value.join(' '))}` : '';
      const how = value === undefined ? '' : value === 'file' || value === 'folder' ? ' -r' : ` -x${names}`;
      const isIn = `-n '__fish_seen_subcommand_from ${command}'`;
      return `complete -c course-catalog ${isIn} -l ${name.slice(2)}${how} -d ${quoted(help)}`;
    }),
  );
  return [`complete -c course-catalog -n __fish_use_subcommand -f -a ${quoted(commandNames.join(' '))}`, ...options];
}
