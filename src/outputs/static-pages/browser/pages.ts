// The script of static pages, loaded before the first paint: the theme, and the switch of it, which the style sheet hides without it.
import { applyTheme, onSystemTheme, shownTheme, switchTheme } from '../../catalog-page/browser/theme.ts';

applyTheme();
addEventListener('DOMContentLoaded', () => {
  const button = document.querySelector('.top .theme');
  const follow = (): void => button?.setAttribute('aria-pressed', String(shownTheme() === 'dark'));
  follow();
  onSystemTheme(follow);
  button?.addEventListener('click', () => {
    switchTheme();
    follow();
  });
});
