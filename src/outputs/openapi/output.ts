// The OpenAPI document of a build, with examples from its own catalog.
import type { PagedRoute } from '../../api/routes.ts';
import { firstPageOf } from '../lists/output.ts';
import type { Output } from '../output.ts';
import { resources } from '../resources/resources.ts';
import { chooseExamples } from './chosen.ts';
import { renderOpenapi } from './openapi.ts';
import { openapiRow } from './row.ts';

const { latest, providers, categories, languages, ...others } = resources;

/** Courses on a page that is small enough for an example. */
const mostOnPage = 100;

export const openapi: Output = {
  ...openapiRow,
  // The examples are the newest course and what belongs to it, and of all other resources the whole response.
  *documents(catalog, { options }, built) {
    const [newest] = latest(catalog);
    const chosen = chooseExamples(newest, providers(catalog), categories(catalog), languages(catalog));
    const whole = Object.entries(others).map(([name, responseOf]) => [name, responseOf(catalog)]);
    const firstPage = (route: PagedRoute, parameter: string | number | undefined) => {
      const list = catalog.layout.findIndex((one) => one.route === route && one.parameter === String(parameter));
      const isShown = list !== -1 && options.pageSize <= mostOnPage;
      return isShown ? firstPageOf(list, catalog, built, options.pageSize) : undefined;
    };
    const pages = {
      provider: firstPage('provider', chosen.provider?.id),
      category: firstPage('category', chosen.category?.category_id),
      language: firstPage('language', chosen.language?.name),
    };
    const examples = { ...chosen, pages, others: Object.fromEntries(whole) };
    yield ['openapi.json', renderOpenapi({ ...options, examples })];
  },
};
