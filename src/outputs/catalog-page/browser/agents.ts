// WebMCP: offers the catalog to assistants in the browser, where it has this draft. It may change, so nothing is promised.
import type { SearchRequest } from '../../shared/client/catalog.ts';
import { lazyAsync } from '../../../memoize.ts';
import { openRequests } from '../../shared/client/requests.ts';
import type { ScreenContext } from './screen.ts';

interface ModelContext {
  registerTool(tool: {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: object;
    readonly annotations: object;
    readonly execute: (input: never) => Promise<unknown>;
  }): unknown;
}

const mostCourses = 50;
const annotations = { readOnlyHint: true, untrustedContentHint: true };

/** Registers two tools, which only read. */
export async function offerTools({ root, api }: Pick<ScreenContext, 'root' | 'api'>): Promise<void> {
  const context: unknown = Reflect.get(document, 'modelContext');
  if (!isModelContext(context)) return;
  const search = lazyAsync(async () =>
    (await import('../../shared/client/search-courses.ts')).searchOf(openRequests(root)),
  );
  const [text, texts] = [{ type: 'string' }, { type: 'array', items: { type: 'string' } }];
  const limit = { type: 'integer', minimum: 1, maximum: mostCourses };
  const inputs = { query: text, language: texts, category: texts, provider: texts, year: texts, sort: text, limit };
  await context.registerTool({
    name: 'search_courses',
    description:
      'Finds courses of this catalog by words, names of languages, ids of categories and providers, and years, and counts these values.',
    inputSchema: { type: 'object', properties: inputs },
    annotations,
    execute: async ({ limit: most = 10, ...request }: SearchRequest) =>
      (await search())({ ...request, limit: Math.min(most, mostCourses) }),
  });
  await context.registerTool({
    name: 'get_course',
    description: 'Everything that this catalog says of a course, by its linkhash.',
    inputSchema: { type: 'object', properties: { linkhash: text }, required: ['linkhash'] },
    annotations,
    execute: async ({ linkhash }: { readonly linkhash: string }) => api.course(linkhash),
  });
}

function isModelContext(context: unknown): context is ModelContext {
  return typeof context === 'object' && context !== null && 'registerTool' in context;
}
