// Schemas in the API reference: a type in words, a section for each record and each answer to errors, their prose and their examples.
import { html } from '../../text/html.ts';
import type { Content, Markup } from '../../text/markup.ts';
import type { Response, Schema } from './document.ts';
import { shortened } from '../../text/shortened.ts';

/** The section of a schema of the document, to which types link. */
export function schemaSection(name: string, schema: Schema): Markup {
  const { title = name, description = '', properties } = schema;
  const required = new Set(schema.required);
  const rows = Object.entries(properties ?? {}).map(([field, property]) =>
    definitionRow(
      field,
      html`${schemaType(property)}${required.has(field) ? '' : ', optional'}`,
      property.description ?? '',
    ),
  );
  return html`<section id="/components/schemas/${name}">
<h3>${title}</h3>
<p>${prose(description)}</p>
${properties ? html`<dl>${rows}</dl>` : html`<p>An ${schemaType(schema)}.</p>`}
</section>
`;
}

/** The section of an answer that many operations give. */
export function responseSection(name: string, { description, content = {} }: Response): Markup {
  const contents = Object.entries(content).map(([type, { schema, example }]) => {
    return html`<p>${schemaType(schema)}, ${type}</p>\n${example === undefined ? [] : exampleOf(example)}`;
  });
  return html`<section id="/components/responses/${name}">
<h3>${name}</h3>
<p>${prose(description)}</p>
${contents}</section>
`;
}

/** A type in words, with links to the schemas in it. */
export function schemaType({ $ref, anyOf, type = [], items, ...schema }: Schema): Markup {
  if ($ref !== undefined) return schemaLink($ref);
  if (anyOf)
    return html`${anyOf.flatMap((alternative, index) => [html`${index === 0 ? '' : ' or '}`, schemaType(alternative)])}`;
  if (items) return html`array of ${schemaType(items)}`;
  const { minimum, pattern, const: constant, default: defaultValue } = schema;
  const isBounded = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER;
  const notes = [
    ...(isBounded ? [html`, at least ${minimum}`] : []),
    ...(pattern === undefined ? [] : [html`, matching <code>${pattern}</code>`]),
    ...(constant === undefined ? [] : [html`, <code>${constant}</code>`]),
    ...(defaultValue === undefined ? [] : [html`, ${defaultValue} if omitted`]),
  ];
  return html`${[type].flat().join(' or ')}${notes}`;
}

/** A link to a part of the document, whose pointer in it is also the id of its section. */
export function schemaLink(reference: string, text: Content = reference.slice(reference.lastIndexOf('/') + 1)): Markup {
  return html`<a href="${reference}">${text}</a>`;
}

/** A row of a list of definitions: a name, what kind of thing it is, and what it means. */
export function definitionRow(name: string, kind: Markup, description: string): Markup {
  return html`<div><dt><code>${name}</code> <span>${kind}</span></dt><dd>${prose(description)}</dd></div>
`;
}

/** A text of the document as markup: backticks mark code, and nothing else in it has a meaning. */
export function prose(text: string): Markup {
  const parts = text.split(/`([^`]*)`/u);
  return html`${parts.map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
}

/** Characters that an example shows of a text, and items that it shows of an array. */
const limits = { characters: 300, texts: 3, records: 1 } as const;

/** An example as indented JSON, with long arrays and texts shortened. */
export function exampleOf(value: unknown): Markup {
  const json = JSON.stringify(value);
  const shortExample = excerpt(value);
  const note =
    JSON.stringify(shortExample) === json ? [] : [html`<p class="quiet">Long lists and texts are shortened.</p>`];
  return html`<pre dir="ltr"><code>${JSON.stringify(shortExample, null, 2)}</code></pre>
${note}`;
}

function excerpt(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value, limits.characters);
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, excerpt(member)]));
  return value.slice(0, typeof value[0] === 'object' ? limits.records : limits.texts).map(excerpt);
}
