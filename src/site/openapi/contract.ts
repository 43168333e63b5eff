// The contract of a build: its OpenAPI document, with examples from its own catalog.
import { resources, type PublishedCatalog } from '../../api/resources.ts';
import { chooseExamples } from './chosen.ts';
import { renderOpenapi, type OpenapiInput } from './openapi.ts';

const { latest, providers, categories, languages, ...others } = resources;

/** Renders the document; its examples are the newest course and what belongs to it, and of all other resources the whole response. */
export function renderContract(catalog: PublishedCatalog, options: Omit<OpenapiInput, 'examples'>): string {
  const chosen = chooseExamples(latest(catalog)[0], {
    providers: providers(catalog),
    categories: categories(catalog),
    languages: languages(catalog),
  });
  const whole = Object.entries(others).map(([name, responseOf]) => [name, responseOf(catalog)]);
  return renderOpenapi({ ...options, examples: { ...chosen, others: Object.fromEntries(whole) } });
}
