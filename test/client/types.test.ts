// The types of the client: what is known of a result without looking.
import { expectTypeOf, it } from 'vitest';
import type { FilterName as IndexedFilter } from '../../src/outputs/filters/file-format.ts';
import type { UsualSort as IndexedSort } from '../../src/library/search/filter-and-sort.ts';
import {
  CatalogError,
  NotFoundError,
  openCatalog,
  type Catalog,
  type CatalogOptions,
  type CourseChange,
  type CourseSummary,
  type DumpedCourse,
  type FilterName,
  type CountedValue,
  type FoundCourse,
  type FullCourse,
  type ListedCategory,
  type SearchRequest,
  type SearchResult,
  type Sort,
} from '../../src/library/open-catalog.ts';

it('say what each call of the client takes and gives', () => {
  expectTypeOf(openCatalog).toEqualTypeOf<(address: string | URL, options?: CatalogOptions) => Promise<Catalog>>();
  expectTypeOf<Catalog['list']>().parameters.toEqualTypeOf<['category' | 'language' | 'provider', string | number]>();
  expectTypeOf<Catalog['list']>().returns.toEqualTypeOf<AsyncGenerator<CourseSummary, void>>();
  expectTypeOf<Catalog['search']>().returns.resolves.toEqualTypeOf<SearchResult>();
  expectTypeOf<Catalog['course']>().toBeCallableWith(new URL('https://example.org/'));
  expectTypeOf<Catalog['course']>().returns.resolves.toEqualTypeOf<FullCourse>();
  expectTypeOf<Catalog['categories']>().returns.resolves.toEqualTypeOf<readonly ListedCategory[]>();
  expectTypeOf<Catalog['dump']>().returns.toEqualTypeOf<AsyncGenerator<DumpedCourse, void>>();
  expectTypeOf<Catalog['changes']>().toBeCallableWith(new Date());
  expectTypeOf<Catalog['changes']>().returns.toEqualTypeOf<AsyncGenerator<CourseChange, void>>();
  expectTypeOf<CourseChange['change']>().toEqualTypeOf<'created' | 'updated' | 'deleted'>();
});

it('take the fetch of the platform, and filters with one value or several', () => {
  expectTypeOf(fetch).toExtend<NonNullable<CatalogOptions['fetch']>>();
  expectTypeOf({
    query: 'datos',
    language: ['Spanish'],
    year: 2026,
    sort: 'newest',
    limit: 5,
  } as const).toExtend<SearchRequest>();
  expectTypeOf<{ fields: { level: boolean } }>().not.toExtend<SearchRequest>();
  expectTypeOf<SearchResult['courses']>().toEqualTypeOf<readonly FoundCourse[]>();
  expectTypeOf<SearchResult['filters']['provider']>().toEqualTypeOf<readonly CountedValue[]>();
});

it('name every filter and every order that the search has', () => {
  expectTypeOf<FilterName>().toEqualTypeOf<IndexedFilter>();
  expectTypeOf<Sort>().toEqualTypeOf<IndexedSort>();
});

it('tell errors apart, each with an address and a status', () => {
  expectTypeOf<NotFoundError>().toExtend<CatalogError>();
  expectTypeOf<CatalogError['address']>().toEqualTypeOf<string>();
  expectTypeOf<CatalogError['status']>().toEqualTypeOf<number | undefined>();
});
