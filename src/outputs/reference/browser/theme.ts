// The theme of the reference, shared with the catalog page.
import { onSystemTheme, shownTheme, switchTheme } from '../../catalog-page/browser/theme.ts';

/** Keeps Swagger UI's class for the dark theme up to date, and enables the theme switch. */
export function followTheme(): void {
  const button = document.querySelector('button.theme');
  const follow = (): void => {
    const isDark = shownTheme() === 'dark';
    document.documentElement.classList.toggle('dark-mode', isDark);
    button?.setAttribute('aria-pressed', String(isDark));
  };
  follow();
  onSystemTheme(follow);
  button?.addEventListener('click', () => {
    switchTheme();
    follow();
  });
  button?.removeAttribute('hidden');
}
