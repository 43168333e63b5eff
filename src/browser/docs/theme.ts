// Light or dark: as the reader chose here or in the catalog, else as the system has it.
import { onSystemTheme, shownTheme, switchTheme } from '../catalog/theme.ts';

/** Sets the renderer's own class for the dark, now and at every change, and brings the switch to life. */
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
