// A screen on which prompts are printed, and a person who presses keys once a text stands there.
import { Writable, type PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { commands } from '../../src/cli/commands/commands.ts';
import { flagOf, optionTable, optionNamesOf } from '../../src/options/option-table.ts';

/** Keys to press once a text is on the screen, in this order. */
export type Script = Readonly<Record<string, string>>;

export class Screen extends Writable {
  readonly columns = 120;
  text = '';
  /** What was not pressed yet. */
  readonly left: [shown: string, keys: string][];
  #seen = 0;

  constructor(
    script: Script,
    private readonly keyboard: PassThrough,
  ) {
    super({ decodeStrings: false });
    this.left = Object.entries(script);
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.text += stripVTControlCharacters(chunk.toString());
    const [shown, keys] = this.left[0] ?? [];
    if (shown !== undefined && this.text.indexOf(shown, this.#seen) >= 0) {
      this.#seen = this.text.length;
      this.left.shift();
      setImmediate(() => this.keyboard.write(keys));
    }
    done();
  }
}

/** Every use of the command in a text, also by the scripts of a catalog: its arguments, up to where the shell or the sentence ends it. */
export function commandLines(text: string): string[][] {
  const joined = text.replaceAll(/\\\n\s*/gu, ' ');
  return [
    ...joined.matchAll(
      /(?:^|[\s"'`])(?:static-course-catalog|npm run(?= (?:build|check|preview)\b))(?= )((?:(?! \d?>)[^\n;|&#`])*)/gu,
    ),
  ].map(([, args = '']) =>
    args
      .trim()
      .split(/\s+/u)
      .filter((arg) => arg !== '--')
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
    const option = optionNamesOf(command.name).find((one) => flagOf(one) === arg);
    if (option !== undefined) {
      const { placeholder, isOptional = false } = optionTable[option];
      const isLeftOut = isOptional && args[at + 1]?.startsWith('-') !== false;
      if (placeholder !== undefined && !isLeftOut) faults.push(...faultsOfValue(option, args[(at += 1)], arg));
    } else if (arg.startsWith('-')) faults.push(`${name}: no option ${arg}`);
    else operands.push(arg);
  }
  if (operands.length > (command.argument === undefined ? 0 : 1))
    faults.push(`${name}: too many words: ${operands.join(' ')}`);
  return faults;
}

/** A value in capitals or with a dollar sign or a brace is a placeholder for the reader, the shell or GNU parallel. */
function faultsOfValue(name: keyof typeof optionTable, value: string | undefined, flag: string): string[] {
  if (value === undefined) return [`${flag}: no value`];
  if (/^[${]|^[A-Z]+$/u.test(value)) return [];
  try {
    optionTable[name].read(value);
    return [];
  } catch (error) {
    return [`${flag} ${value}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
