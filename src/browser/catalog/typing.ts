// Typing: when the focus must stay where it is.

/** Whether a text field has the focus. What finishes loading leaves it there: the letters to come would be lost. */
export function isTyping(): boolean {
  return document.activeElement instanceof HTMLInputElement;
}
