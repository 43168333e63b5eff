// Shades: text in the color of a catalog is readable, whatever the color.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, shadesOf } from '../../src/outputs/shades.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
/** Required by WCAG 2 for text, level AA. */
const minimumContrast = 4.5;

describe('the contrast of two colors', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#1d4ed8', '#1d4ed8', 1],
  ])('%s and %s is %d', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2);
    expect(contrast(other, one)).toBeCloseTo(expected, 2);
  });
});

describe('a color as the page shows it', () => {
  // The inks of the style sheet: `--ink`, `--quiet`, `--on-accent`.
  it.each([
    ['light', '#1a1e24', '#59616c', '#ffffff'],
    ['dark', '#e9ebee', '#a5adb8', '#101317'],
  ] as const)('is readable in %s, and so is text on it', (theme, ink, quiet, onAccent) => {
    fc.assert(
      fc.property(color, (one) => {
        const { accent, tint, paper, raised } = shadesOf(one, theme);
        for (const behind of [tint, paper, raised]) {
          for (const text of [accent, ink, quiet])
            expect(contrast(text, behind)).toBeGreaterThanOrEqual(minimumContrast);
        }
        expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(minimumContrast);
      }),
      { examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#1d4ed8'], ['#808080']] },
    );
  });

  it('is unchanged if it is readable', () => {
    expect(shadesOf('#1d4ed8', 'light').accent).toBe('#1d4ed8');
  });
});
