// Shades: any color made readable as text in the light and the dark theme (WCAG 2, contrast AA).

/** Backgrounds, which the style sheet reads as variables; `extreme` is what too weak an accent is mixed with. */
const themes = {
  light: { paper: '#fcfcfb', raised: '#ffffff', extreme: '#000000', tint: 0.07 },
  dark: { paper: '#101317', raised: '#191d23', extreme: '#ffffff', tint: 0.13 },
} as const;

/** AA requires 4.5; a little more allows for rounding in the browser. */
const minContrast = 4.6;

/** The color of links, buttons and bars, and the backgrounds behind them. */
interface Shades {
  readonly accent: string;
  readonly tint: string;
  readonly paper: string;
  readonly raised: string;
}

/** Changes the color (`#rrggbb`) as little as necessary to be readable on every background of the theme. */
export function shadesOf(color: string, theme: keyof typeof themes): Shades {
  const { paper, raised, extreme, tint: share } = themes[theme];
  let shades: Shades = { accent: color, tint: mix(paper, color, share), paper, raised };
  for (let step = 1; step <= 100 && !isReadable(shades); step += 1) {
    const accent = mix(color, extreme, step / 100);
    shades = { accent, tint: mix(paper, accent, share), paper, raised };
  }
  return shades;
}

/** The contrast ratio of two colors, 1 to 21. */
export function contrast(color: string, background: string): number {
  const [low = 0, high = 0] = [luminance(color), luminance(background)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function isReadable({ accent, tint, paper, raised }: Shades): boolean {
  return [tint, paper, raised].every((background) => contrast(accent, background) >= minContrast);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Mixes a `share` (0 to 1) of the second color into the first. */
function mix(color: string, added: string, share: number): string {
  const addedChannels = channelsOf(added);
  const mixed = channelsOf(color).map((channel, index) => {
    return Math.round(channel + ((addedChannels[index] ?? channel) - channel) * share);
  });
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}

/** The colors of a theme as variables, for a style sheet. */
export function renderColors(color: string): string {
  const light = shadesOf(color, 'light');
  const dark = shadesOf(color, 'dark');
  const names = ['accent', 'tint', 'paper', 'raised'] as const;
  return `:root{${names.map((name) => `--${name}:light-dark(${light[name]},${dark[name]})`).join(';')}}`;
}
