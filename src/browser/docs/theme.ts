// Light or dark: as the reader chose in the catalog, else as the system has it.
import { shownTheme } from '../catalog/theme.ts';

/** Sets the renderer's own class for the dark, now and whenever the system changes. */
export function followTheme(): void {
  const follow = (): void => void document.documentElement.classList.toggle('dark-mode', shownTheme() === 'dark');
  follow();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', follow);
}
