// The texts of the pages: the code uses every message, and has no text of its own.
import { readFileSync } from 'node:fs';
import fastGlob from 'fast-glob';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../src/text/locales/locales.ts';

const code = fastGlob.sync('src/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
const modules = fastGlob.sync('src/outputs/**/*.{ts,tsx}', { ignore: ['src/outputs/api-reference/**'] });

/** What readers see, or hear, of an element besides its content. */
const shownAttributes = new Set(['alt', 'aria-label', 'aria-description', 'label', 'placeholder', 'title']);

interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  if (isNode(value)) yield value;
  for (const one of Object.values(value)) yield* nodesIn(one);
}

function isNode(value: object): value is Node {
  return 'type' in value && typeof value.type === 'string';
}

/** The texts in a module that people would read: of elements, of attributes, and of templates of HTML. */
function textsIn(source: string, lang: 'ts' | 'tsx' = 'tsx'): string[] {
  const found = [...nodesIn(parseAst(source, { lang }))].flatMap((node): string[] => {
    if (node.type === 'JSXText') return [String(node['value'])];
    if (node.type === 'JSXAttribute') {
      const [name, value] = [node['name'], node['value']];
      const isShown =
        typeof name === 'object' && name !== null && 'name' in name && shownAttributes.has(String(name.name));
      return isShown && typeof value === 'object' && value !== null && 'value' in value ? [String(value.value)] : [];
    }
    if (node.type !== 'TaggedTemplateExpression') return [];
    const [tag, template] = [node['tag'], node['quasi']];
    // Others, such as `String.raw`, make no markup.
    if (typeof tag !== 'object' || tag === null || !('name' in tag)) return [];
    const pieces = typeof template === 'object' && template !== null && 'quasis' in template ? template.quasis : [];
    const markup = (Array.isArray(pieces) ? pieces : [])
      .map(({ value }: { value: { cooked: string } }) => value.cooked)
      .join('{}');
    const attributes = [...markup.matchAll(/\s([\w-]+)="([^"]*)"/gu)].filter(([, name = '']) =>
      shownAttributes.has(name),
    );
    // A template may begin in a tag, or be some of its attributes.
    const content = markup.replace(/^[^<]*>/u, '').replaceAll(/<[^>]*>|[\w:-]+="[^"]*"/gu, ' ');
    return [content, ...attributes.map(([, , value = '']) => value)];
  });
  return found.map((text) => text.trim()).filter((text) => /\p{L}/u.test(text.replaceAll(/&\w+;/gu, '')));
}

describe('the messages', () => {
  it('are all used', () => {
    const unused = Object.keys(messagesOf.en).filter((name) => {
      const group = name.replace(/[^.]*$/u, '');
      return !code.some(
        (text) => text.includes(`'${name}'`) || text.includes(`messages.${name}`) || text.includes(`\`${group}\${`),
      );
    });
    expect(unused).toEqual([]);
  });

  it('are the only texts of the pages', () => {
    expect(modules.length).toBeGreaterThan(30);
    const texts = modules.flatMap((file) =>
      textsIn(readFileSync(file, 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map((text) => `${file}: ${text}`),
    );
    expect(texts.filter((text) => !/: (?:Linkhash|curl|openapi\.json)$/u.test(text))).toEqual([]);
  });

  it.each([
    ['const a = <p>Two words</p>;', 'Two words'],
    ['const a = <img alt="A picture" class="b" src={c} />;', 'A picture'],
    ['const a = html`<p class="b">${c} courses</p>`;', '{} courses'],
    ['const a = html`<nav aria-label="Pages">${c}</nav>`;', 'Pages'],
  ])('are missed in %s', (source, text) => {
    expect(textsIn(source)).toEqual([text]);
  });
});
