// Light or dark: as the reader chose here or in the catalog, else as the system has it.
import { chooseTheme, shownTheme } from '../catalog/theme.ts';

/** Sets the renderer's own class for the dark, now and at every change, and brings the switch to life. */
export function followTheme(): void {
  const button = document.querySelector('button.theme');
  const follow = (): void => {
    const isDark = shownTheme() === 'dark';
    document.documentElement.classList.toggle('dark-mode', isDark);
    button?.setAttribute('aria-pressed', String(isDark));
  };
  follow();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', follow);
  button?.addEventListener('click', () => {
    chooseTheme(shownTheme() === 'dark' ? 'light' : 'dark');
    follow();
  });
  button?.removeAttribute('hidden');
}
