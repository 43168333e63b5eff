// Shades: one colour made fit for text, in light and in dark, whatever it is (WCAG 2, contrast AA).

/** What the page lays text on, beside the tints made here; the style sheet of the page reads them as variables. */
const themes = {
  light: { paper: '#fcfcfb', raised: '#ffffff', pole: '#000000', tint: 0.07 },
  dark: { paper: '#101317', raised: '#191d23', pole: '#ffffff', tint: 0.13 },
} as const;

/** AA asks for 4.5; a little more, for rounding in the browser. */
const leastContrast = 4.6;

/** The colour as links, buttons and bars have it, and the tint behind them. */
export interface Shades {
  readonly accent: string;
  readonly tint: string;
  readonly paper: string;
  readonly raised: string;
}

/** The colour, `#rrggbb`, turned as little as needed to be read on everything that a theme lays it on. */
export function shadesOf(color: string, theme: keyof typeof themes): Shades {
  const { paper, raised, pole, tint: share } = themes[theme];
  let shades: Shades = { accent: color, tint: mix(paper, color, share), paper, raised };
  for (let step = 1; step <= 100 && !isReadable(shades); step += 1) {
    const accent = mix(color, pole, step / 100);
    shades = { accent, tint: mix(paper, accent, share), paper, raised };
  }
  return shades;
}

/** The contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function isReadable({ accent, tint, paper, raised }: Shades): boolean {
  return [tint, paper, raised].every((behind) => contrast(accent, behind) >= leastContrast);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** `share` of the second colour in the first. */
function mix(one: string, other: string, share: number): string {
  const others = partsOf(other);
  const mixed = partsOf(one).map((part, at) => Math.round(part + ((others[at] ?? part) - part) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
