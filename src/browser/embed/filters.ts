// Filters: a select field for each facet that readers may filter by.
import type { Choice } from '../../outputs/facets/facets.ts';
import type { SearchResult } from '../../library/catalog.ts';
import type { ListRequest } from './attributes.ts';
import { element } from './elements.ts';
import type { Words } from './locale.ts';

/** Calls `changed` after each choice. */
export function openFilters(changed: () => void) {
  const fields = new Map<string, { readonly label: HTMLElement; readonly select: HTMLSelectElement }>();
  const root = element('div', { class: 'filters' });
  const chosen = (facet: string) => fields.get(facet)?.select.value ?? '';
  return {
    root,
    /** Forgets the choices. */
    reset(): void {
      fields.clear();
      root.replaceChildren();
    },
    hasChoices: () => [...fields.keys()].some((facet) => chosen(facet) !== ''),
    /** The choices of the list, narrowed down to those of the reader. */
    narrowed: ({ choices }: ListRequest): readonly Choice[] => [
      ...choices.filter(([facet]) => chosen(facet) === ''),
      ...[...fields.keys()].flatMap((facet) => (chosen(facet) === '' ? [] : [[facet, chosen(facet)] as const])),
    ],
    /** Offers the values that narrow the list down. The fields are never replaced, so they keep the focus. */
    show({ filters, choices }: ListRequest, { facets }: SearchResult, { text, number, languageName }: Words): void {
      for (const facet of filters) {
        const { label, select } = fields.get(facet) ?? fieldOf(text(`field.${facet}`));
        const before = select.value;
        const own = choices.flatMap(([name, value]) => (name === facet ? [value] : []));
        const options = facets[facet].flatMap(({ value, name, count }) => {
          if (name === undefined || (own.length > 0 && !own.includes(value))) return [];
          const shown = facet === 'language' ? languageName(name) : name;
          return [element('option', { value }, `${shown} (${number(count)})`)];
        });
        select.replaceChildren(element('option', { value: '' }, text('search.allResults')), ...options);
        select.value = before;
        label.hidden = options.length < 2 && before === '';
        if (fields.has(facet)) continue;
        fields.set(facet, { label, select });
        root.append(label);
      }
    },
  };

  function fieldOf(name: string) {
    const select = element('select');
    select.addEventListener('change', changed);
    return { label: element('label', {}, name, select), select };
  }
}
