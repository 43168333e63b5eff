// The catalogs whose pages are tested, and how each is built.
import type { Chosen } from '../build/run.ts';
import type { SourceData } from '../builds.ts';
import { realCatalog } from '../real-catalog.ts';
import { attackCatalog } from './attack.ts';

interface Catalog {
  readonly data: SourceData;
  readonly chosen: Partial<Chosen>;
}

/** Each host serves both forms of page links. The pages are small, so that lists have many. */
export const catalogs = {
  sample: { data: 'data', chosen: { coursePages: true, pageLinks: 'query', pageSize: 20, color: '#b91c1c' } },
  real: { data: realCatalog, chosen: { pageLinks: 'path' } },
  empty: { data: { 'categories.json': '[]', 'courses.json': '[]', 'providers.json': '[]' }, chosen: {} },
  attack: {
    data: attackCatalog(),
    chosen: {
      coursePages: true,
      title: '</title><script>window.hit=20</script> {{policy}} $& "quoted" & more',
      description: '"><img src=x onerror=window.hit=21> {{script}} $`',
      pageLinks: 'path',
      pageSize: 2,
      latest: 50,
    },
  },
} as const satisfies Record<string, Catalog>;

export type CatalogName = keyof typeof catalogs;
