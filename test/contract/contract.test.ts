// The contract: what a released version has, every later one of the same major version has too (COMPATIBILITY.md).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { promisedNames } from './names.ts';

const promised = readFileSync('test/contract/1.0.txt', 'utf8').trimEnd().split('\n');

describe('the contract of 1.0', () => {
  it('is kept: no command, option, rule, exit code, address or field is gone', () => {
    const now = new Set(promisedNames());
    expect(promised.filter((name) => !now.has(name))).toEqual([]);
  });

  it('has names of every kind that COMPATIBILITY.md lists', () => {
    expect(promised).toEqual(
      expect.arrayContaining([
        'command build',
        'option build --base-url',
        'variable COURSE_CATALOG_BASE_URL',
        'configuration option baseUrl',
        'exit code 70',
        'attribute of the element language',
        'export of the client openCatalog',
        'field of the client Catalog search',
        'function importList',
        'field of a result BuildReport changes',
        'rule id-unique',
        'rule of verify count',
        'address /api/v1/courses/view/{linkhash}',
        'path openapi.json',
        'field of the source courses linkurl',
        'field of a response Course linkhash',
        'field of a response LanguageCourses results.title',
      ]),
    );
  });
});
