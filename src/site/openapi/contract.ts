// The contract of a build: its OpenAPI document, with examples from its own catalog.
import { categoriesOf, languagesOf, providersOf, type PublishedCatalog } from '../../api/resources.ts';
import { chooseExamples } from './chosen.ts';
import { renderOpenapi, type OpenapiInput } from './openapi.ts';

/** Renders the document; its examples are the newest course and what belongs to it. */
export function renderContract(catalog: PublishedCatalog, options: Omit<OpenapiInput, 'examples'>): string {
  const examples = chooseExamples(catalog.latest[0], {
    providers: providersOf(catalog),
    categories: categoriesOf(catalog),
    languages: languagesOf(catalog),
  });
  return renderOpenapi({ ...options, examples });
}
