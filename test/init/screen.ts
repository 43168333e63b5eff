// A screen on which prompts are printed, and a person who presses keys once a text stands there.
import { Writable, type PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

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
