// The contract of a build: its OpenAPI document, with examples from its own catalog.
import type { CourseSummary } from '../../api/schemas.ts';
import type { PublishedCatalog } from '../output.ts';
import { resources } from '../resources/resources.ts';
import { chooseExamples, type ExampleLists, type Examples } from './chosen.ts';
import { renderOpenapi, type OpenapiInput } from './openapi.ts';

const { latest, providers, categories, languages, ...others } = resources;

/** A catalog, and the courses on page 1 of a list, by the number of the list. */
export interface ExampleCatalog extends PublishedCatalog {
  readonly firstPage: (list: number) => readonly CourseSummary[];
}

/** Courses on a page that is small enough for an example. */
const mostOnPage = 100;

/** Renders the document; its examples are the newest course and what belongs to it, and of all other resources the whole response. */
export function renderContract(catalog: ExampleCatalog, options: Omit<OpenapiInput, 'examples'>): string {
  const chosen = chooseExamples(latest(catalog)[0], {
    providers: providers(catalog),
    categories: categories(catalog),
    languages: languages(catalog),
  });
  const whole = Object.entries(others).map(([name, responseOf]) => [name, responseOf(catalog)]);
  const lists = exampleLists(catalog, chosen, options.pageSize <= mostOnPage);
  return renderOpenapi({ ...options, examples: { ...chosen, lists, others: Object.fromEntries(whole) } });
}

/** A list of each paged endpoint: that of the chosen record, or else the first. */
function exampleLists({ layout, firstPage }: ExampleCatalog, chosen: Examples, isShort: boolean): ExampleLists {
  const { provider, category, language } = chosen;
  const parameters = new Map<string, string | undefined>([
    ['provider', provider && String(provider.id)],
    ['category', category?.category_id],
    ['language', language?.name],
  ]);
  const lists: ExampleLists = {};
  for (const [at, list] of layout.entries()) {
    const { route, parameter } = list;
    const isChosen = parameters.has(route) ? parameters.get(route) === parameter : !lists[route];
    if (isChosen) lists[route] = { ...list, ...(isShort && { results: firstPage(at) }) };
  }
  return lists;
}
