// The key `/`, which leads to the search field.

/** Lets `/` focus the search field that is shown, unless it is typed into a field. */
export function focusSearchBySlash(): void {
  addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (key !== '/' || ctrlKey || metaKey || altKey) return;
    if (target instanceof Element && target.closest('input, select, textarea, [contenteditable], dialog') !== null)
      return;
    const fields = document.querySelectorAll<HTMLInputElement>('form[role=search] input[name=q]');
    const field = [...fields].find((one) => one.checkVisibility());
    if (!field) return;
    event.preventDefault();
    field.focus();
  });
}
