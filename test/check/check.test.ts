// `check` on bad input: each folder in `test/fixtures` with `data` is a case, and its `expected.txt` is the whole report on it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reportOf } from './report.ts';

const fixtures = 'test/fixtures';
const cases = readdirSync(fixtures).filter((name) => existsSync(`${fixtures}/${name}/data`));

describe('the report of check', () => {
  it.each(cases)('matches the expected text for %s', async (name) => {
    const folder = `${fixtures}/${name}`;
    expect(await reportOf(folder)).toBe(readFileSync(`${folder}/expected.txt`, 'utf8'));
  });
});
