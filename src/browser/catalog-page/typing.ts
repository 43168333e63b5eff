// Typing: when the focus must stay where it is.

/** Whether an input has the focus. A screen that finishes loading leaves it there, or the next letters typed would be lost. */
export function isTyping(): boolean {
  return document.activeElement instanceof HTMLInputElement;
}
