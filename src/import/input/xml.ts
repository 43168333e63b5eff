// XML: documents as records. A DTD is refused, so that no entity expands and nothing is fetched.
import { SaxesParser } from 'saxes';
import type { Position } from '../../text/problems.ts';
import { positionAt } from '../../text/position.ts';
import { piecesOf } from './decoder.ts';
import { inputError } from './resource.ts';

/** An element as a record: attributes as `@name`, its own text as `@value`, and its children in arrays by name. */
export type XmlElement = { readonly [name: string]: string | readonly XmlElement[] };

const maxDepth = 100;
/** Characters in which the cause of a fault is looked for. */
const maxSearched = 16 * 1024 ** 2;

/** Reads a document; returns its root under its name. Throws a ProblemsError if it is not well-formed, too deep, or has a DTD. */
export async function readXml(blocks: Iterable<string>, address: string, signal: AbortSignal) {
  const stack: { name: string; fields: Record<string, string | XmlElement[]>; text: string[] }[] = [];
  let root: (typeof stack)[number] | undefined;
  const parser = new SaxesParser();
  const remedy = 'correct it, or save it as well-formed XML without a <!DOCTYPE> and import that file';
  const fault = (finding: string, line = parser.line, column = parser.column + 1) =>
    inputError(address, finding, remedy, line, column);
  let written = '';
  const addText = (text: string) => void stack.at(-1)?.text.push(text);
  parser.on('error', ({ message }) => {
    // The reference stays as text, since feeds name characters as HTML does.
    if (message.endsWith('undefined entity.')) return;
    const at = bareAmpersandIn(written);
    if (at !== undefined) throw fault('is not well-formed XML: an & that is not written as &amp;', at.line, at.column);
    throw fault(`is not well-formed XML: ${message.replaceAll(/^[\d:]+ |\.$/gu, '')}`);
  });
  parser.on('doctype', () => {
    throw fault('has a <!DOCTYPE>, which is not read');
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    if (stack.length === maxDepth) throw fault(`has elements more than ${maxDepth} deep`);
    const fields: (typeof stack)[number]['fields'] = Object.create(null);
    for (const [key, value] of Object.entries(attributes)) fields[`@${key}`] = value;
    stack.push({ name, fields, text: [] });
  });
  parser.on('closetag', () => {
    root = stack.pop();
    if (root === undefined) return;
    const { name, fields, text } = root;
    fields['@value'] = text.join('').trim();
    const above = stack.at(-1)?.fields ?? {};
    const before = above[name];
    if (Array.isArray(before)) before.push(fields);
    else above[name] = [fields];
  });
  let isStart = true;
  for await (const piece of piecesOf(blocks, signal)) {
    // Some servers send white space before the declaration.
    const text = isStart ? piece.trimStart() : piece;
    if (written.length < maxSearched) written += text;
    parser.write(text);
    isStart = false;
  }
  parser.close();
  if (root === undefined) throw fault('has no element');
  return { root: root.name, element: root.fields };
}

/** The first & that begins no reference, apart from those in CDATA and comments. */
function bareAmpersandIn(text: string): Position | undefined {
  const tokens = text.matchAll(
    /<!\[CDATA\[.*?(?:\]\]>|$)|<!--.*?(?:-->|$)|&(?!#\d+;|#x[\da-f]+;|[a-z][\w.:-]{0,63};)/gisu,
  );
  for (const { 0: token, index } of tokens) {
    if (token === '&') return positionAt(text, index);
  }
  return undefined;
}
