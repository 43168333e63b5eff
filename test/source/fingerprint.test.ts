// Fingerprints: equal for equal bytes, different for any others.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fingerprint, newKey } from '../../src/source/fingerprint.ts';

const key = newKey();
const bytes = fc.uint8Array({ maxLength: 200, size: 'max' });

describe('a fingerprint', () => {
  it('does not depend on how the bytes are split', () => {
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 5 }), (parts) => {
        expect(fingerprintOf(key, ...parts)).toBe(fingerprintOf(key, Buffer.concat(parts)));
      }),
    );
  });

  it('changes if a single bit changes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100_000 }), fc.nat(), fc.nat(7), (content, place, bit) => {
        const edited = Uint8Array.from(content);
        const at = place % content.length;
        edited[at] = (content[at] ?? 0) ^ (1 << bit);
        expect(fingerprintOf(key, edited)).not.toBe(fingerprintOf(key, content));
      }),
    );
  });

  it('changes if blocks are swapped, or if zero bytes are appended', () => {
    fc.assert(
      fc.property(bytes, bytes, fc.integer({ min: 1, max: 64 }), (one, other, length) => {
        const [there, back] = [Buffer.concat([one, other]), Buffer.concat([other, one])];
        expect(fingerprintOf(key, there) === fingerprintOf(key, back)).toBe(there.equals(back));
        expect(fingerprintOf(key, there, new Uint8Array(length))).not.toBe(fingerprintOf(key, there));
      }),
    );
  });

  it('changes with the key, even for no bytes at all', () => {
    const other = newKey();
    expect(fingerprintOf(other)).not.toBe(fingerprintOf(key));
    expect(fingerprintOf(other, Buffer.from('a'))).not.toBe(fingerprintOf(key, Buffer.from('a')));
  });
});

function fingerprintOf(withKey: string, ...parts: readonly Uint8Array[]): string {
  const fingerprint = new Fingerprint(withKey);
  for (const part of parts) fingerprint.add(part);
  return fingerprint.finish();
}
