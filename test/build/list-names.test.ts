// The names of lists, which are folders of the site, whatever endpoint is added.
import { expect, it } from 'vitest';
import { deriveMembership, numberCourses } from '../../src/catalog/membership.ts';

it.each([['../x'], ['a/b'], ['.'], ['nul'], [''], ['One', 'ONE']])(
  'lists with the names %j %j are never written',
  (...names) => {
    const references = { providers: [], categories: [], languages: names, languageTags: [], incomplete: [] };
    expect(() => deriveMembership([], references, numberCourses([]))).toThrow(/folder/u);
  },
);
