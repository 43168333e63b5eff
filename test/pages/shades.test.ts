// The color of a catalog as its pages show it: readable in the light and in the dark, and so is text on it.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, shadesOf } from '../../src/outputs/shared/shades.ts';

/** Required by WCAG 2 for text, level AA. */
const minContrast = 4.5;

/** A color of the style sheet in both themes. */
function inkOf(name: string): { readonly light: string; readonly dark: string } {
  const style = readFileSync('src/browser/pages/pages.css', 'utf8');
  const [, light = '', dark = ''] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`, 'u').exec(style) ?? [];
  const whole = (color: string) => color.replace(/^#(\w)(\w)(\w)$/u, '#$1$1$2$2$3$3');
  return { light: whole(light), dark: whole(dark) };
}

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

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

describe('a color as pages show it', () => {
  it.each(['light', 'dark'] as const)('is readable in %s, and so is text on it', (theme) => {
    const [ink, quiet, onAccent] = ['ink', 'quiet', 'on-accent'].map((name) => inkOf(name)[theme]);
    fc.assert(
      fc.property(color, (one) => {
        const { accent, tint, paper, raised } = shadesOf(one, theme);
        for (const behind of [tint, paper, raised]) {
          for (const text of [accent, ink, quiet])
            expect(contrast(text ?? '', behind)).toBeGreaterThanOrEqual(minContrast);
        }
        expect(contrast(onAccent ?? '', accent)).toBeGreaterThanOrEqual(minContrast);
      }),
      { examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#1d4ed8'], ['#808080']] },
    );
  });

  it('is unchanged if it is readable', () => {
    expect(shadesOf('#1d4ed8', 'light').accent).toBe('#1d4ed8');
  });
});
