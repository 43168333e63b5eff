// `check` on bad input: each folder in `test/fixtures` is a case, and `expected.txt` in it all that is to be said of its `data`.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reportOf } from './report.ts';

const fixtures = 'test/fixtures';
const cases = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe('check reports', () => {
  it.each(cases.map(({ name }) => name))('%s', async (name) => {
    const folder = `${fixtures}/${name}`;
    expect(await reportOf(folder)).toBe(readFileSync(`${folder}/expected.txt`, 'utf8'));
  });
});
