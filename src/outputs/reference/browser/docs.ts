// The script of the API reference: the theme, the address of this site in samples, copying, and requests.
import { applyTheme, onSystemTheme, shownTheme, switchTheme } from '../../catalog-page/browser/theme.ts';
import { copyFrom, sendFrom } from './request.ts';

// Before the first paint, so that the page does not flash in the wrong theme.
applyTheme();
document.addEventListener('DOMContentLoaded', () => {
  followTheme();
  // Samples of a preview or a copy call that preview or copy.
  const [server] = document.querySelectorAll('.server');
  const published = server?.textContent ?? '';
  const here = new URL('..', location.href).href.replace(/\/$/u, '');
  for (const code of document.querySelectorAll('.server, .sample code'))
    code.textContent = code.textContent.replaceAll(published, () => here);
  for (const button of document.querySelectorAll<HTMLElement>('.copy')) button.hidden = false;
  document.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('.copy')) void copyFrom(target);
  });
  document.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void sendFrom(event.target);
  });
});

function followTheme(): void {
  const button = document.querySelector<HTMLElement>('button.theme');
  const follow = () => button?.setAttribute('aria-pressed', String(shownTheme() === 'dark'));
  follow();
  onSystemTheme(follow);
  button?.addEventListener('click', () => {
    switchTheme();
    follow();
  });
  button?.removeAttribute('hidden');
}
