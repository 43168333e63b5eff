// Command lines in documents and workflows: finds them, and checks them against what the command accepts.
import { commands } from '../../src/commands/commands.ts';
import { optionOf, settings, settingsOf } from '../../src/options/settings.ts';

/** Every use of the command in a text: its arguments, up to where the shell or the sentence ends it. */
export function commandLines(text: string): string[][] {
  const joined = text.replaceAll(/\\\n\s*/gu, ' ');
  return [...joined.matchAll(/(?:^|[\s"'`])(?:static-)?course-catalog(?= )((?:(?! \d?>)[^\n;|&#`])*)/gu)].map(
    ([, args = '']) =>
      args
        .trim()
        .split(/\s+/u)
        .map((arg) => arg.replaceAll('"', '')),
  );
}

/** What is wrong with a command line; empty if it would be accepted. */
export function faultsOfLine([name = '', ...args]: readonly string[]): string[] {
  const command = commands.find((one) => one.name === name);
  if (command === undefined) return [`no command ${name}`];
  const faults: string[] = [];
  const operands: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const setting = settingsOf(command.name).find((one) => optionOf(one) === arg);
    if (setting !== undefined) {
      if (settings[setting].placeholder !== undefined) faults.push(...faultsOfValue(setting, args[(at += 1)], arg));
    } else if (arg.startsWith('-')) faults.push(`${name}: no option ${arg}`);
    else operands.push(arg);
  }
  if (operands.length > (command.argument === undefined ? 0 : 1))
    faults.push(`${name}: too many words: ${operands.join(' ')}`);
  return faults;
}

/** A value in capitals or with a dollar sign is a placeholder for the shell or the reader. */
function faultsOfValue(name: keyof typeof settings, value: string | undefined, flag: string): string[] {
  if (value === undefined) return [`${flag}: no value`];
  if (/^\$|^[A-Z]+$/u.test(value)) return [];
  try {
    settings[name].read(value);
    return [];
  } catch (error) {
    return [`${flag} ${value}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
