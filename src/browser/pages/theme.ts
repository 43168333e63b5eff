// The theme: the user's stored choice, or else the system's.

/** Specific, since other pages on the same origin share the storage. */
const key = 'course-catalog-theme';

/** Applies the chosen theme, if there is one. */
export function applyTheme(): void {
  const theme = chosenTheme();
  if (theme !== null) document.documentElement.dataset['theme'] = theme;
}

/** Makes a button switch to the other theme. The choice is stored if the browser allows it. */
export function bindThemeSwitch(button: Element | null): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const shown = () => chosenTheme() ?? (system.matches ? 'dark' : 'light');
  const follow = () => button?.setAttribute('aria-pressed', String(shown() === 'dark'));
  follow();
  system.addEventListener('change', follow);
  button?.addEventListener('click', () => {
    const theme = shown() === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = theme;
    follow();
    try {
      localStorage.setItem(key, theme);
    } catch {
      // Without storage the choice lasts until the page is left.
    }
  });
}

function chosenTheme(): 'light' | 'dark' | null {
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
