// What the processor time of builds goes to: every named place exists, and samples are counted for the right purpose.
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { purposes, samplesByPurpose, tableOfShares } from '../scripts/processor-shares.ts';
import { it } from './helpers/fixture.ts';
import { writeFiles } from './helpers/folders.ts';

it('every place that a purpose names is in the source', () => {
  const places = Object.values(purposes)
    .flat()
    .filter((place) => /^(?:src|node_modules)\//u.test(place));
  expect(places.length).toBeGreaterThan(20);
  const missing = places.filter((place) => {
    const [path = '', name = ''] = place.split(' ');
    return (
      !existsSync(path) ||
      (name !== '' && !new RegExp(`^ *(?:private |function )${name}\\(`, 'mu').test(readFileSync(path, 'utf8')))
    );
  });
  expect(missing).toEqual([]);
});

it('a sample counts for the innermost place with a purpose, and waiting for none', ({ folder }) => {
  const frame = (functionName: string) => ({ functionName, scriptId: '0', url: '', lineNumber: 0, columnNumber: 0 });
  const functions = ['(root)', 'writeFeed', 'escape', 'writeView', 'mkdir', 'start', 'atomicsWaitLoop', '(idle)'];
  const callees = [[2, 6, 7, 8], [3, 4], [], [5], [], [], [], []];
  const nodes = functions.map((name, at) => ({ id: at + 1, callFrame: frame(name), children: callees[at] }));
  const samples = [1, 2, 3, 3, 4, 5, 5, 5, 6, 7, 7, 8];
  writeFiles(folder, { 'a.cpuprofile': JSON.stringify({ nodes, samples: samples.slice(6) }) });
  writeFiles(folder, { 'b.cpuprofile': JSON.stringify({ nodes, samples: samples.slice(0, 6) }) });
  const files: Readonly<Record<string, string>> = {
    writeFeed: 'src/outputs/feeds/feed.ts',
    escape: 'src/text/html.ts',
    writeView: 'src/outputs/views/output.ts',
  };
  const counted = samplesByPurpose(folder, ({ functionName }) => `${files[functionName] ?? 'native'} ${functionName}`);
  expect(Object.fromEntries(counted)).toEqual({
    other: 2,
    feeds: 3,
    'serialize responses': 1,
    'make folders, open, write, close': 3,
  });
  const table = tableOfShares({ API: counted, 'with site': new Map([['pages', 4]]) });
  expect(table.split('\n')).toEqual(
    expect.arrayContaining([
      '| feeds | 33.3 |  |',
      '| pages |  | 100.0 |',
      '| other | 22.2 |  |',
      '| samples | 9 | 4 |',
    ]),
  );
});
