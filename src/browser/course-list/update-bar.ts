// Renders the filters anew around what the reader is doing: a field that has the focus keeps it, and what is open stays open.
import type { Markup } from '../../text/markup.ts';
import { setMarkup } from './set-markup.ts';

/** Replaces the content of the bar. */
export function updateBar(bar: HTMLElement, markup: Markup): void {
  const next = document.createElement('div');
  setMarkup(next, markup);
  const [before, after] = [bar, next].map((one) => [...one.querySelectorAll('select')]);
  if (before === undefined || after === undefined) return;
  const names = (fields: readonly HTMLSelectElement[]) => fields.map(({ name }) => name).join(' ');
  if (names(before) === names(after)) {
    for (const [index, field] of before.entries()) updateField(field, after[index] ?? field);
    return;
  }
  const root = bar.getRootNode();
  const focused = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
  const name = focused !== null && bar.contains(focused) ? focused.getAttribute('name') : undefined;
  const wasOpen = bar.querySelector('details')?.open === true;
  bar.replaceChildren(...next.childNodes);
  const details = bar.querySelector('details');
  if (details) details.open = wasOpen;
  if (name === undefined) return;
  const same = after.find((field) => field.name === name);
  (same ?? bar.querySelector<HTMLElement>('select, summary'))?.focus();
}

function updateField(field: HTMLSelectElement, next: HTMLSelectElement): void {
  const { value } = next;
  if (field.innerHTML !== next.innerHTML) field.replaceChildren(...next.childNodes);
  [field.className, field.value] = [next.className, value];
}
