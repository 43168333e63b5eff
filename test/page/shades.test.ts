// Shades: text in the colour of a catalog can be read, whatever the colour.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, shadesOf } from '../../src/site/shades.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
/** Of WCAG 2 for text, level AA. */
const enough = 4.5;

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#1d4ed8', '#1d4ed8', 1],
  ])('%s and %s is %d', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2);
    expect(contrast(other, one)).toBeCloseTo(expected, 2);
  });
});

describe('a colour as the page shows it', () => {
  // The inks are those of the style sheet: `--ink`, `--quiet`, `--on-accent`.
  it.each([
    ['light', '#1a1e24', '#59616c', '#ffffff'],
    ['dark', '#e9ebee', '#a5adb8', '#101317'],
  ] as const)('can be read in %s, and so can text on it', (theme, ink, quiet, onAccent) => {
    fc.assert(
      fc.property(color, (one) => {
        const { accent, tint, paper, raised } = shadesOf(one, theme);
        for (const behind of [tint, paper, raised]) {
          for (const text of [accent, ink, quiet]) expect(contrast(text, behind)).toBeGreaterThanOrEqual(enough);
        }
        expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(enough);
      }),
      { examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#1d4ed8'], ['#808080']] },
    );
  });

  it('stays as it is where it can be read', () => {
    expect(shadesOf('#1d4ed8', 'light').accent).toBe('#1d4ed8');
  });
});
