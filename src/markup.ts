// Markup: what the templates of HTML and of XML have in common. Each of them brings its own way to escape a text.

/** Markup that is safe as it stands. Only a template makes it, so that no text can pass for it. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand in a template: texts are escaped, markup is not. */
export type Content = string | number | Markup | readonly Markup[];

/** A template with its contents in it. */
export function fill(
  parts: TemplateStringsArray,
  contents: readonly Content[],
  escape: (text: string) => string,
): Markup {
  const markupOf = (content: Content) => {
    if (content instanceof Markup) return content.toString();
    return typeof content === 'object' ? content.join('') : escape(String(content));
  };
  return new Markup(String.raw({ raw: parts }, ...contents.map(markupOf)));
}
