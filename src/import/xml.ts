// XML: a small reader without DTD, so that no entity expands and nothing is fetched.
import { problemAt, ProblemsError } from '../problems.ts';
import { decodeEntities } from './clean.ts';

/** An element as a record: attributes as `@name`, its own text as `@value`, and its children in arrays by name. */
export type XmlElement = { readonly [name: string]: string | readonly XmlElement[] };

interface OpenElement {
  readonly name: string;
  readonly fields: Record<string, string | XmlElement[]>;
  readonly text: string[];
}

const maxDepth = 100;
const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<!(\w*)|<\/\s*([^\s>]+)\s*>|<([^\s/<>"'!?][^\s/<>"']*)((?:[\s/](?:[^<>"']|"[^"]*"|'[^']*')*)?)>|[^<]+|</gu;
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;

/** Reads a document; returns its root under its name. Throws a ProblemsError if it is not well-formed, too deep, or has a DTD. */
export function readXml(text: string, address: string): { readonly root: string; readonly element: XmlElement } {
  const stack: OpenElement[] = [{ name: '', fields: {}, text: [] }];
  for (const [whole, data, declaration, end, start, attributes = ''] of text.matchAll(token)) {
    const open = stack.at(-1);
    if (open === undefined) break;
    if (data !== undefined) open.text.push(data);
    else if (declaration !== undefined) throw unreadable(address, `has a <!${declaration}>, which is not read`);
    else if (end !== undefined) {
      const above = stack.at(-2);
      if (end !== open.name || above === undefined)
        throw unreadable(address, `is not XML: </${end}> where </${open.name}> should be`);
      stack.pop();
      addTo(above, open);
    } else if (start !== undefined) {
      const element = elementOf(start, attributes);
      if (stack.length > maxDepth) throw unreadable(address, `has elements more than ${maxDepth} deep`);
      if (attributes.endsWith('/')) addTo(open, element);
      else stack.push(element);
    } else if (whole === '<') throw unreadable(address, 'is not XML: a < stands alone');
    else if (!whole.startsWith('<')) open.text.push(decodeEntities(whole));
  }
  const [document] = stack;
  const [[root, elements] = ['', []]] = Object.entries(document?.fields ?? {});
  const [element] = typeof elements === 'string' ? [] : elements;
  if (stack.length !== 1 || element === undefined) throw unreadable(address, 'is not XML: it ends within an element');
  return { root, element };
}

function elementOf(name: string, attributes: string): OpenElement {
  const fields: OpenElement['fields'] = Object.create(null);
  for (const [, key = '', double, single = ''] of attributes.matchAll(attribute))
    fields[`@${key}`] = decodeEntities(double ?? single);
  return { name, fields, text: [] };
}

function addTo({ fields }: OpenElement, { name, fields: own, text }: OpenElement): void {
  own['@value'] = text.join('').trim();
  const before = fields[name];
  if (Array.isArray(before)) before.push(own);
  else fields[name] = [own];
}

function unreadable(address: string, finding: string): ProblemsError {
  const remedy = 'correct it, or save it as well-formed XML without a <!DOCTYPE> and import that file';
  return new ProblemsError([problemAt(address, undefined, '', { rule: 'import-source', finding, remedy })]);
}
