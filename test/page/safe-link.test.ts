// Addresses from the catalog: only web addresses become links.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { webAddress } from '../../src/outputs/catalog-page/browser/safe-link.ts';

describe('an address from the catalog', () => {
  it.each(['https://host.example/a?b=1#c', 'http://host.example', 'HTTPS://HOST.EXAMPLE/Ä'])('%j is a link', (text) => {
    expect(webAddress(text)).toBe(text);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://host.example',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u{1}javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://host.example/1',
    '//host.example/a',
    '/courses/1.html',
    'course.html',
    'https://',
    'https:// host',
    'https:host.example',
    '',
  ])('%j is text', (text) => {
    expect(webAddress(text)).toBeNull();
  });

  it('is never a link with another scheme', () => {
    const text = fc.tuple(fc.constantFrom('', 'https://', 'http://host.example/', 'javascript://'), fc.string());
    fc.assert(
      fc.property(text, ([start, rest]) => {
        const address = webAddress(start + rest);
        expect(address === null || ['http:', 'https:'].includes(new URL(address).protocol)).toBe(true);
      }),
    );
  });
});
