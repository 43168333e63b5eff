// Pages: the JSON-LD in one, and its canonical address. A page may be long and malformed.
import { Parser } from 'htmlparser2';
import type { Position } from '../../text/problems.ts';
import { parseJson } from '../../catalog/source/json.ts';
import { whyNotJson } from '../../catalog/source/json-positions.ts';
import { decodeReferences } from '../../text/character-references.ts';
import { PositionCounter, positionInWhole } from '../../text/position.ts';
import { piecesOf } from './decoder.ts';

/** Treats every element except scripts as void: only the text of scripts matters, and deep nesting takes no memory. */
class FlatParser extends Parser {
  protected override isVoidElement(name: string): boolean {
    return name !== 'script';
  }
}

/** The values of a page's JSON-LD scripts, the faults of those that are not JSON, and its canonical address. */
export async function readPage(blocks: Iterable<string>, signal: AbortSignal) {
  const values: unknown[] = [];
  const faults: ReturnType<typeof faultIn>[] = [];
  let canonical: string | undefined;
  let script: { readonly start: Position; text: string } | undefined;
  const positions = new PositionCounter();
  const parser = new FlatParser({
    onopentag(name, { type = '', rel = '', href = '' }) {
      if (name === 'script' && /^\s*application\/ld\+json/iu.test(type))
        script = { start: positions.positionAt(parser.endIndex + 1), text: '' };
      if (name === 'link' && /(?:^|\s)canonical(?:\s|$)/iu.test(rel)) canonical ??= href.trim() || undefined;
    },
    ontext(text) {
      if (script !== undefined) script.text += text;
    },
    onclosetag(name) {
      if (name !== 'script' || script === undefined) return;
      const { text, start } = script;
      const value = jsonLdIn(text);
      if (value !== undefined) values.push(value);
      else if (text.trim() !== '') faults.push(faultIn(text, start));
      script = undefined;
    },
  });
  for await (const piece of piecesOf(blocks, signal)) {
    positions.add(piece);
    parser.write(piece);
  }
  parser.end();
  return { values, faults, canonical };
}

/** The value of a JSON-LD script, also if its intent is certain: hidden from the browsers of 1995, escaped as HTML, or with line breaks in its texts. */
function jsonLdIn(script: string): unknown {
  const shown = script.replaceAll(
    /^\s*(?:\/\/\s*|\/\*\s*)?(?:<!--|<!\[CDATA\[)(?:\s*\*\/)?|(?:\/\/\s*|\/\*\s*)?(?:-->|\]\]>)(?:\s*\*\/)?\s*$/gu,
    '',
  );
  const unescaped = /^\s*[[{]\s*&(?:quot|#34|#x22);/iu.test(shown) ? decodeReferences(shown) : shown;
  return parseJson(unescaped) ?? parseJson(withEscapedBreaks(unescaped));
}

/** Why the text of a script is not JSON, and where in the page. */
function faultIn(text: string, start: Position) {
  const { finding, position } = whyNotJson(text);
  return { finding: finding.replace(/^not JSON: /u, ''), position: positionInWhole(position, start) };
}

function withEscapedBreaks(json: string): string {
  return json.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/gsu, (text) =>
    text.replaceAll(/[\n\r\t]/gu, (sign) => JSON.stringify(sign).slice(1, -1)),
  );
}
