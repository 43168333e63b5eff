// The names of lists, which are folders of the site, whatever endpoint is added.
import { expect, it } from 'vitest';
import { deriveMembership, numberCourses } from '../../src/catalog/membership.ts';

it.each(['../x', 'a/b', '.', 'nul', ''])('a list with the name %j is never written', (name) => {
  const references = { providers: [], categories: [], languages: [name], languageTags: [], incomplete: [] };
  expect(() => deriveMembership([], references, numberCourses([]))).toThrow(/cannot be the folder of a language/u);
});
