// The contract of a build: its OpenAPI document, with examples from its own catalog.
import type { CourseSummary } from '../../api/schemas.ts';
import type { PublishedCatalog } from '../output.ts';
import { resources } from '../resources/resources.ts';
import { chooseExamples, type Examples } from './chosen.ts';
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
  const pages = options.pageSize > mostOnPage ? {} : pagesOf(catalog, chosen);
  return renderOpenapi({ ...options, examples: { ...chosen, pages, others: Object.fromEntries(whole) } });
}

/** Page 1 of the lists of the chosen records. */
function pagesOf({ references, lists, firstPage }: ExampleCatalog, chosen: Examples): NonNullable<Examples['pages']> {
  const first = references.providers.length;
  const at = {
    provider: references.providers.findIndex(({ id }) => id === chosen.provider?.id),
    category: references.categories.findIndex(({ id }) => String(id) === chosen.category?.category_id),
    language: lists.languages.findIndex((name) => name === chosen.language?.name),
  };
  return {
    ...(at.provider !== -1 && { provider: firstPage(at.provider) }),
    ...(at.category !== -1 && { category: firstPage(first + at.category) }),
    ...(at.language !== -1 && { language: firstPage(first + references.categories.length + at.language) }),
  };
}
