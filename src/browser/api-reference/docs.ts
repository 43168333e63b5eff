// The script of the API reference: samples for this site, copying, and requests.
import { copyFrom, sendFrom } from './request.ts';

// Samples of a preview or a copy call that preview or copy.
const published = document.querySelector('.server')?.textContent ?? '';
const here = new URL('..', location.href).href.replace(/\/$/u, '');
for (const code of document.querySelectorAll('.server, .sample code'))
  code.textContent = code.textContent.replaceAll(published, () => here);

for (const button of document.querySelectorAll<HTMLButtonElement>('.reference button')) button.disabled = false;
document.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLElement && target.matches('.copy')) void copyFrom(target);
});
document.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement) || !event.target.matches('.try form')) return;
  event.preventDefault();
  void sendFrom(event.target);
});
