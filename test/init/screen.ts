// A screen on which prompts are printed, and a person who presses keys once a text stands there.
import { Writable, type PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

export class Screen extends Writable {
  readonly columns = 120;
  text = '';
  #seen = 0;

  constructor(
    private readonly script: { readonly shown: string; readonly keys: string }[],
    private readonly keyboard: PassThrough,
  ) {
    super({ decodeStrings: false });
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.text += stripVTControlCharacters(chunk.toString());
    const [step] = this.script;
    if (step && this.text.indexOf(step.shown, this.#seen) >= 0) {
      this.#seen = this.text.length;
      this.script.shift();
      setImmediate(() => this.keyboard.write(step.keys));
    }
    done();
  }
}
