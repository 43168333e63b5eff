// The languages that the visitor prefers.

/** `pt` of `pt-BR`, in the order of the browser's settings. */
export function preferredLanguages(): readonly string[] {
  return navigator.languages.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
}
