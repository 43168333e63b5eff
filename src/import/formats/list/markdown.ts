// Markdown as an outline. Its parser is loaded only where Markdown is read.
import { setImmediate } from 'node:timers/promises';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { yamlDocuments } from '../../../catalog/source/yaml.ts';
import { isObject } from '../../../text/keys.ts';
import { OutlineParser } from './html.ts';
import { partsOfMarkdown } from './markdown-parts.ts';
import type { Outline } from './outline.ts';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];

/** What may be front matter: lines of hyphens may be rules, too. */
const frontMatter = /^---\r?\n([^]*?)\r?\n---(?=\r?\n|$)/u;

const maxFrontMatter = 64 * 1024;

/** The elements of HTML that nodes stand for. */
const elements: Partial<Record<Node['type'], string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  list: 'ul',
  listItem: 'li',
  emphasis: 'em',
  delete: 'del',
  inlineCode: 'code',
  link: 'a',
  linkReference: 'a',
  break: 'br',
  table: 'table',
  tableRow: 'tr',
  tableCell: 'th',
};

/** The outline of a document. Throws a ProblemsError if it would take too long, and the reason of the signal once it is aborted. */
export async function outlineOfMarkdown(text: string, address: string, signal: AbortSignal): Promise<Outline> {
  const shown = text.replace(frontMatter, (matter, yaml: string) =>
    isMapping(yaml) ? matter.replaceAll(/[^\r\n]/gu, '') : matter,
  );
  const parser = new OutlineParser({ address, file: '' });
  for (const part of partsOfMarkdown(shown, address)) {
    await setImmediate();
    signal.throwIfAborted();
    const root = fromMarkdown(part.text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
    writeNodes(root, part.firstLine, parser);
  }
  parser.end();
  return parser.outline;
}

/** Whether a text is what generators of sites read before a document: keys with values, in YAML. */
function isMapping(yaml: string): boolean {
  if (yaml.length > maxFrontMatter) return false;
  let isValid = true;
  const [document, ...others] = yamlDocuments(yaml, () => {
    isValid = false;
  });
  return isValid && others.length === 0 && isObject(document?.value);
}

function writeNodes(root: Root, firstLine: number, parser: OutlineParser): void {
  const addresses = addressesIn(root);
  /** Nodes that are not open yet, and elements that are, the next one last. */
  const left: (Node | string)[] = [root];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') {
      parser.outline.closeTag(next);
      continue;
    }
    const line = firstLine - 1 + (next.position?.start.line ?? 1);
    const element = next.type === 'heading' ? `h${next.depth}` : elements[next.type];
    if (element !== undefined) {
      const href = 'url' in next ? next.url : 'identifier' in next ? addresses.get(next.identifier) : undefined;
      parser.outline.openTag(element, href === undefined ? {} : { href }, line);
      left.push(element);
    }
    if (next.type === 'html') parser.write(next.value, line);
    if (next.type === 'text' || next.type === 'inlineCode') parser.outline.text(next.value);
    if ('children' in next) for (const child of next.children.toReversed()) left.push(child);
  }
}

/** The addresses that a document names apart from its text. */
function addressesIn(root: Root): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>();
  const nodes: Node[] = [root];
  for (const node of nodes) {
    if (node.type === 'definition' && !addresses.has(node.identifier)) addresses.set(node.identifier, node.url);
    if ('children' in node) for (const child of node.children) nodes.push(child);
  }
  return addresses;
}
