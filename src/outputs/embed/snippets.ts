// What a page of others has of a list: an element with its attributes and its script, or a frame where scripts are not allowed.
import { html } from '../../text/html.ts';
import { filterNames } from '../filters/file-format.ts';
import { elementScript, embedFolder } from './paths.ts';

/** The attributes of the element, and the parameters of the page for frames. */
export const attributeNames = [
  'catalog',
  ...filterNames,
  'fields',
  'query',
  'sort',
  'limit',
  'filters',
  'locale',
] as const;

/** Separates the values of an attribute. Names of languages have commas: `Greek, Modern`. */
export const valueSeparator = '|';

export interface EmbeddedList {
  /** Where the catalog is published, with a trailing slash. */
  readonly catalog: string;
  readonly name: string;
  /** The address of the list, for readers without its script. */
  readonly address: string;
  /** Attributes of the element with their values, of which one may have several. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

export function elementCode({ catalog, name, address, attributes }: EmbeddedList): string {
  const values = new Map<string, string>();
  for (const [attribute, value] of attributes) {
    const before = values.get(attribute);
    values.set(attribute, before === undefined ? value : before + valueSeparator + value);
  }
  const own = Array.from(values, ([attribute, value]) => html` ${attribute}="${value}"`);
  return html`<script type="module" src="${catalog}${elementScript}"></script>
<course-list catalog="${catalog}"${own}><a href="${address}">${name}</a></course-list>`.toString();
}

export function frameCode({ catalog, name, attributes }: EmbeddedList): string {
  const query = new URLSearchParams(attributes.map(([attribute, value]): [string, string] => [attribute, value]));
  const address = `${catalog}${embedFolder}/${attributes.length === 0 ? '' : `?${String(query)}`}`;
  return html`<iframe src="${address}" title="${name}" width="100%" height="600" loading="lazy"></iframe>`.toString();
}
