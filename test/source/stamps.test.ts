// Stamps and fingerprints: which files have changed since they were found, when a stamp is trusted, and which bytes are the same.
import { appendFileSync, rmSync, utimesSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { changedSourceFiles, settled, settledUnderWatch } from '../../src/source/stamp.ts';
import { Fingerprint } from '../../src/source/fingerprint.ts';
import { makeFolder, removeFolder } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { writeCourses } from './write-courses.ts';

const folder = makeFolder();
afterAll(() => removeFolder(folder));

describe('stamps', () => {
  it('show which files changed after they were found', () => {
    const files = (['json', 'csv', 'yaml', 'ndjson'] as const).map((format) => writeCourses(folder, format, '[]'));
    const [json, csv, yaml] = files;
    expect(changedSourceFiles(files)).toEqual([]);
    rmSync(json?.path ?? '');
    appendFileSync(csv?.path ?? '', '\n');
    utimesSync(yaml?.path ?? '', 1, 1);
    expect(changedSourceFiles(files)).toEqual([json, csv, yaml]);
  });

  const now = 1_700_000_005_000;
  const aged = (age: number, ctimeAge = age) => ({ size: 1, ino: 1, mtimeMs: now - age, ctimeMs: now - ctimeAge });

  it.each([
    ['half a second', 500.25, { usual: false, underWatch: true }],
    ['less than a clock tick', 12.25, { usual: false, underWatch: false }],
    ['one second by a clock of whole seconds', 1000, { usual: false, underWatch: false }],
    ['three seconds by a clock of whole seconds', 3000, { usual: true, underWatch: true }],
    ['three seconds', 3000.25, { usual: true, underWatch: true }],
    ['a negative time, since the clock was set back', -5000.25, { usual: false, underWatch: false }],
  ])('are trusted after %s as far as the clock of the file system allows', (_, age, { usual, underWatch }) => {
    const stamp = aged(age);
    expect([settled(stamp, now), settledUnderWatch(stamp, now)]).toEqual([
      usual ? stamp : null,
      underWatch ? stamp : null,
    ]);
  });

  it.each([
    ['two seconds to the millisecond, since the clock may still show the same time', aged(2000)],
    ['three seconds, if the time of the file was set and it changed just now', aged(3000, 0)],
    ['three seconds, if the time of its content is in the future', aged(-1000, 3000)],
  ])('are not trusted after %s', (_, stamp) => {
    expect([settled(stamp, now), settledUnderWatch(stamp, now)]).toEqual([null, null]);
  });
});

const bytes = fc.uint8Array({ maxLength: 200, size: 'max' });

describe('a fingerprint', () => {
  it('does not depend on how the bytes are split', () =>
    forAll(100, [fc.array(bytes, { maxLength: 5 })], (parts) => {
      expect(fingerprintOf(...parts)).toBe(fingerprintOf(Buffer.concat(parts)));
    }));

  it('changes if a single bit changes', () =>
    forAll(100, [fc.uint8Array({ minLength: 1, maxLength: 100_000 }), fc.nat(), fc.nat(7)], (content, place, bit) => {
      const edited = Uint8Array.from(content);
      const at = place % content.length;
      edited[at] = (content[at] ?? 0) ^ (1 << bit);
      expect(fingerprintOf(edited)).not.toBe(fingerprintOf(content));
    }));

  it('changes if blocks are swapped, or if zero bytes are appended', () =>
    forAll(100, [bytes, bytes, fc.integer({ min: 1, max: 64 })], (one, other, length) => {
      const [there, back] = [Buffer.concat([one, other]), Buffer.concat([other, one])];
      expect(fingerprintOf(there) === fingerprintOf(back)).toBe(there.equals(back));
      expect(fingerprintOf(there, new Uint8Array(length))).not.toBe(fingerprintOf(there));
    }));
});

function fingerprintOf(...parts: readonly Uint8Array[]): string {
  const fingerprint = new Fingerprint();
  for (const part of parts) fingerprint.add(part);
  return fingerprint.finish();
}
