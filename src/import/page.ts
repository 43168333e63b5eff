// Pages: what an HTML page says in JSON-LD, and which address it calls its own.
import { Parser } from 'htmlparser2';
import { parseJson } from '../source/json.ts';
import { piecesOf } from './decode.ts';

/** Keeps no other element open than a script, whose content is text: a page may nest its elements as deep as it likes. */
class FlatParser extends Parser {
  protected override isVoidElement(name: string): boolean {
    return name !== 'script';
  }
}

/** The values of a page's scripts of JSON-LD, without those that are no JSON, and its own address; however long and broken it is. */
export async function readPage(blocks: Iterable<string>, signal: AbortSignal) {
  const values: unknown[] = [];
  let canonical: string | undefined;
  let script: string | undefined;
  const parser = new FlatParser({
    onopentag(name, { type = '', rel = '', href = '' }) {
      if (name === 'script' && /^\s*application\/ld\+json/iu.test(type)) script = '';
      if (name === 'link' && /(?:^|\s)canonical(?:\s|$)/iu.test(rel)) canonical ??= href.trim() || undefined;
    },
    ontext(text) {
      if (script !== undefined) script += text;
    },
    onclosetag(name) {
      if (name !== 'script' || script === undefined) return;
      // Some pages hide it from the browsers of 1995.
      const json = script.replaceAll(/^\s*(?:<!--|\/\*<!\[CDATA\[\*\/)|(?:-->|\/\*\]\]>\*\/)\s*$/gu, '');
      const value = parseJson(json);
      if (value !== undefined) values.push(value);
      script = undefined;
    },
  });
  for await (const piece of piecesOf(blocks, signal)) parser.write(piece);
  parser.end();
  return { values, canonical };
}
