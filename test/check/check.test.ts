// `check` on bad input: each folder in `test/fixtures` is a case, and its `expected.txt` is the whole report on its `data`.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reportOf } from './report.ts';

const fixtures = 'test/fixtures';
const cases = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe('the report of check', () => {
  it.each(cases.map(({ name }) => name))('matches the expected text for %s', async (name) => {
    const folder = `${fixtures}/${name}`;
    expect(await reportOf(folder)).toBe(readFileSync(`${folder}/expected.txt`, 'utf8'));
  });
});
