// Owns the texts of generated courses: sentences, paragraphs with markup, titles.
import { integer, pick, pickEarly, type Random } from './random.ts';
import { bytesPerUnit, fullStop, oddities, type Script, vocabulary } from './words.ts';

/** A description of about `bytes` bytes of UTF-8: plain text, or paragraphs and lists of HTML. */
export function description(random: Random, script: Script, bytes: number): string {
  const markup = random() < 0.55;
  let text = '';
  let written = 0;
  while (written < bytes) {
    const block = markup && random() < 0.15 ? bulletList(random, script) : paragraph(random, script, markup);
    text += text === '' ? block : `${markup ? '\n' : '\n\n'}${block}`;
    written += block.length * bytesPerUnit[script];
  }
  return text;
}

/** A title of two to seven words, some with a part number or in quotation marks. */
export function title(random: Random, script: Script): string {
  const body = phrase(random, script, integer(random, 2, 7), capitalized);
  const form = random();
  if (form < 0.06) return `${body}: Part ${integer(random, 1, 4)}`;
  if (form < 0.1) return `"${body}" & More`;
  if (form < 0.2) return `Introduction to ${body}`;
  return body;
}

/** An ASCII part of a URL. */
export function slug(random: Random): string {
  return phrase(random, 'english', integer(random, 2, 5), (word) => word).replaceAll(' ', '-');
}

function paragraph(random: Random, script: Script, markup: boolean): string {
  let text = '';
  for (let left = integer(random, 1, 4); left > 0; left--) text += sentence(random, script, markup);
  if (random() < 0.12) text += pick(random, oddities);
  return markup ? `<p>${text.trimEnd()}</p>` : text.trimEnd();
}

function bulletList(random: Random, script: Script): string {
  let text = '<ul>';
  for (let left = integer(random, 2, 4); left > 0; left--) {
    text += `\n\t<li>${phrase(random, script, integer(random, 2, 6), (word) => word)}</li>`;
  }
  return `${text}\n</ul>`;
}

function sentence(random: Random, script: Script, markup: boolean): string {
  const own = random() < 0.9 ? script : 'english';
  const text = capitalized(phrase(random, own, integer(random, 6, 18), (word) => word));
  const marked = markup && random() < 0.1 ? `<strong>${text}</strong>` : text;
  return marked + fullStop[own];
}

function phrase(random: Random, script: Script, count: number, dress: (word: string) => string): string {
  const words = vocabulary[script];
  const gap = script === 'chinese' ? '' : ' ';
  let text = dress(pickEarly(random, words));
  for (let left = count - 1; left > 0; left--) text += gap + dress(pickEarly(random, words));
  return text;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
