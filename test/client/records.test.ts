// The types of records: what the schemas allow, field by field.
import { expectTypeOf, it } from 'vitest';
import type * as z from 'zod';
import type {
  ChildCategory,
  CourseSummary,
  FullCourse,
  ListedCategory,
  ListedLanguage,
  ListedProvider,
} from '../../src/api/records.ts';
import type {
  childCategorySchema,
  fullCourseSchema,
  listedCategorySchema,
  listedLanguageSchema,
  listedProviderSchema,
  summarySchema,
} from '../../src/api/schemas.ts';

/** Without `readonly`, which schemas do not say. */
type Mutable<Type> = Type extends object ? { -readonly [Key in keyof Type]: Mutable<Type[Key]> } : Type;

it('says what the schemas of the API allow', () => {
  expectTypeOf<Mutable<FullCourse>>().toEqualTypeOf<z.infer<typeof fullCourseSchema>>();
  expectTypeOf<Mutable<CourseSummary>>().toEqualTypeOf<z.infer<typeof summarySchema>>();
  expectTypeOf<Mutable<ListedProvider>>().toEqualTypeOf<z.infer<typeof listedProviderSchema>>();
  expectTypeOf<Mutable<ChildCategory>>().toEqualTypeOf<z.infer<typeof childCategorySchema>>();
  expectTypeOf<Mutable<ListedCategory>>().toEqualTypeOf<z.infer<typeof listedCategorySchema>>();
  expectTypeOf<Mutable<ListedLanguage>>().toEqualTypeOf<z.infer<typeof listedLanguageSchema>>();
});
