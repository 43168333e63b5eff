// Markup: what HTML and XML templates have in common. Each supplies its own escaping.

/** Markup that needs no further escaping. Only templates create it, so that plain text cannot be mistaken for it. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** A value interpolated into a template: texts are escaped, markup is not. */
export type Content = string | number | Markup | readonly Markup[];

/** Fills a template with its contents. */
export function fill(
  parts: TemplateStringsArray,
  contents: readonly Content[],
  escape: (text: string) => string,
): Markup {
  const markupOf = (content: Content) => {
    if (content instanceof Markup) return content.toString();
    return typeof content === 'object' ? content.join('') : escape(String(content));
  };
  let text = parts[0] ?? '';
  for (let at = 0; at < contents.length; at += 1) text += markupOf(contents[at] ?? '') + (parts[at + 1] ?? '');
  return new Markup(text);
}
