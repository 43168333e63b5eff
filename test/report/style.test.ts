// The style: text that can be read, light and dark.
import { describe, expect, it } from 'vitest';
import { styleSheet } from '../../src/report/style.ts';

const [light = '', dark = ''] = [
  ...styleSheet()
    .toString()
    .matchAll(/:root \{([^}]*)\}/gu),
].map(([, block = '']) => block);

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s page', (_, block) => {
  it.each([
    ['ink', 'paper'],
    ['quiet', 'paper'],
    ['link', 'paper'],
    ['warn', 'paper'],
    ['on-bar', 'bar'],
    ['on-bar', 'bar-2'],
  ])('has enough contrast for %s on %s', (text, ground) => {
    const [less = 0, more = 0] = [text, ground].map((name) => luminance(block, name)).toSorted((a, b) => a - b);
    expect((more + 0.05) / (less + 0.05)).toBeGreaterThanOrEqual(4.5);
  });
});

/** Relative luminance of a colour, as the accessibility guidelines define it. */
function luminance(block: string, name: string): number {
  const short = new RegExp(`--${name}: #([0-9a-f]+);`, 'u').exec(block)?.[1] ?? '';
  const hex = short.length === 3 ? short.replaceAll(/./gu, '$&$&') : short;
  const [red = NaN, green = NaN, blue = NaN] = [0, 2, 4]
    .map((from) => Number.parseInt(hex.slice(from, from + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
