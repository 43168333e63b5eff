// The theme: the user's stored choice, or else the system's.

export type Theme = 'light' | 'dark';

/** Specific, since other pages on the same origin share the storage. */
const key = 'course-catalog-theme';

/** Applies the chosen theme, if there is one. */
export function applyTheme(): void {
  const theme = chosenTheme();
  if (theme !== null) document.documentElement.dataset['theme'] = theme;
}

/** The current theme. */
export function shownTheme(): Theme {
  return chosenTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

/** Switches to the other theme, and stores the choice if the browser allows it. */
export function switchTheme(): void {
  const theme = shownTheme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

/** Calls `follow` whenever the system theme changes. Returns a function that stops this. */
export function onSystemTheme(follow: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', follow);
  return () => system.removeEventListener('change', follow);
}

function chosenTheme(): Theme | null {
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
