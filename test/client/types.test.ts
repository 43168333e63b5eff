// The types of the client: what is known of a result without looking.
import { expectTypeOf, it } from 'vitest';
import type { pageFields, PageKind } from '../../src/catalog/fields.ts';
import type { FilterName as IndexedFilter } from '../../src/outputs/filters/file-format.ts';
import type { UsualSort as IndexedSort } from '../../src/library/search/filter-and-sort.ts';
import {
  CatalogError,
  NotFoundError,
  openCatalog,
  type CallOptions,
  type Catalog,
  type CatalogField,
  type CatalogOptions,
  type CourseChange,
  type CourseSummary,
  type DumpedCourse,
  type FilterName,
  type CountedValue,
  type FieldValue,
  type FoundCourse,
  type FullCourse,
  type ListedCategory,
  type PageFields,
  type Price,
  type SearchRequest,
  type SearchResult,
  type Sort,
} from '../../src/library/open-catalog.ts';

it('say what each call of the client takes and gives', () => {
  expectTypeOf(openCatalog).toBeCallableWith(new URL('https://example.org/'), { maxAge: 60 } satisfies CatalogOptions);
  const open = async () => openCatalog('https://example.org/');
  expectTypeOf(open).returns.resolves.toEqualTypeOf<Catalog>();
  expectTypeOf<Catalog['list']>().parameters.toEqualTypeOf<
    ['category' | 'language' | 'provider', string | number, (CallOptions | undefined)?]
  >();
  expectTypeOf<Catalog['list']>().returns.toEqualTypeOf<AsyncGenerator<CourseSummary, void>>();
  expectTypeOf<Catalog['search']>().returns.resolves.toEqualTypeOf<SearchResult>();
  expectTypeOf<Catalog['course']>().toBeCallableWith(new URL('https://example.org/'));
  expectTypeOf<Catalog['course']>().returns.resolves.toExtend<FullCourse>();
  expectTypeOf<Catalog['searchAll']>().returns.toEqualTypeOf<AsyncGenerator<FoundCourse, void>>();
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
  expectTypeOf<{ fields: { level: null } }>().not.toExtend<SearchRequest>();
  expectTypeOf<SearchResult['courses']>().toEqualTypeOf<readonly FoundCourse[]>();
  expectTypeOf<SearchResult['filters']['provider']>().toEqualTypeOf<readonly CountedValue[]>();
});

it('know the page fields of every catalog, and those that the caller names', () => {
  type Own = Catalog<{ credits: number }>;
  type Fields = NonNullable<Awaited<ReturnType<Own['search']>>['courses'][number]['fields']>;
  expectTypeOf<Fields['credits']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Fields['price']>().toEqualTypeOf<Price | undefined>();
  expectTypeOf<Fields['format']>().toEqualTypeOf<readonly string[] | undefined>();
  expectTypeOf<Fields>().not.toHaveProperty('cost');
  expectTypeOf<{ fields: { credits: { from: 3 } } }>().toExtend<Parameters<Own['search']>[0]>();
  expectTypeOf<NonNullable<FoundCourse['fields']>['anything']>().toEqualTypeOf<FieldValue | undefined>();
  expectTypeOf<keyof typeof pageFields>().toEqualTypeOf<keyof PageFields>();
  expectTypeOf<CatalogField['kind']>().toEqualTypeOf<PageKind>();
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
