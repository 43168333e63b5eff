// The contract: what a released version has, every later one of the same major version has too (COMPATIBILITY.md).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { promisedNames } from './names.ts';

const promised = readFileSync('test/contract/1.0.txt', 'utf8').trimEnd().split('\n');

describe('the contract of 1.0', () => {
  it('is kept: no command, option, exit code, address, export or field is gone', () => {
    const now = new Set(promisedNames());
    expect(promised.filter((name) => !now.has(name))).toEqual([]);
  });

  it('has names of every kind that COMPATIBILITY.md lists', () => {
    expect(promised).toEqual(
      expect.arrayContaining([
        'command build',
        'option build --base-url',
        'exit code 70',
        'attribute of the element language',
        'export of the client openCatalog',
        'function importList',
        'field of a result BuildReport changes',
        'address /api/v1/courses/view/{linkhash}',
        'path openapi.json',
        'field of the source courses linkurl',
      ]),
    );
  });
});
