// The theme: light or dark as the system has it, or as the reader chose and the browser remembers.

export type Theme = 'light' | 'dark';

/** Other pages of the host may remember things of their own. */
const key = 'course-catalog-theme';

/** Applies the remembered theme, if there is one. */
export function applyTheme(): void {
  const theme = rememberedTheme();
  if (theme !== null) document.documentElement.dataset['theme'] = theme;
}

/** The theme that is shown. */
export function shownTheme(): Theme {
  return rememberedTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

/** Shows the other theme, and remembers it where the browser lets us. */
export function switchTheme(): void {
  const theme = shownTheme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Without storage it holds until the page is left.
  }
}

/** Calls `follow` whenever the system changes its theme, until what it answers is called. */
export function onSystemTheme(follow: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', follow);
  return () => system.removeEventListener('change', follow);
}

function rememberedTheme(): Theme | null {
  const chosen = document.documentElement.dataset['theme'] ?? stored();
  return chosen === 'light' || chosen === 'dark' ? chosen : null;
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
