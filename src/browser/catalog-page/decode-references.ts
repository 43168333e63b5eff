// Character references in titles and authors, decoded by the parser of the browser: a table of all of them is larger than the page.

/** The text with its references decoded: see `decodeReferences` in `src/text/`, which builds use. */
export function decodeReferences(text: string): string {
  return text.replaceAll(/&#?\w+;/gu, (reference) => {
    const element = document.createElement('p');
    element.innerHTML = reference;
    return reference === '&nbsp;' ? ' ' : element.textContent;
  });
}
