// Stamps: which files have changed since they were found.
import { appendFileSync, rmSync, utimesSync } from 'node:fs';
import { expect } from 'vitest';
import { changedSourceFiles } from '../../src/catalog/source/stamp.ts';
import { it } from '../helpers/fixture.ts';
import { writeCourses } from './write-courses.ts';

it('show which files changed after they were found', ({ folder }) => {
  const files = (['json', 'csv', 'yaml', 'ndjson'] as const).map((format) => writeCourses(folder, format, '[]'));
  const [json, csv, yaml] = files;
  expect(changedSourceFiles(files)).toEqual([]);
  rmSync(json?.path ?? '');
  appendFileSync(csv?.path ?? '', '\n');
  utimesSync(yaml?.path ?? '', 1, 1);
  expect(changedSourceFiles(files)).toEqual([json, csv, yaml]);
});
