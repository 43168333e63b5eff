// The contract of a build: the OpenAPI document with records of its own catalog that belong together.
import { categoriesOf, languagesOf, providersOf, type PublishedCatalog } from '../../api/resources.ts';
import { chooseExamples } from './chosen.ts';
import { renderOpenapi, type OpenapiInput } from './openapi.ts';

/** Renders the document, whose examples are those of the newest course. */
export function renderContract(catalog: PublishedCatalog, options: Omit<OpenapiInput, 'examples'>): string {
  const examples = chooseExamples(catalog.latest[0], {
    providers: providersOf(catalog),
    categories: categoriesOf(catalog),
    languages: languagesOf(catalog),
  });
  return renderOpenapi({ ...options, examples });
}
