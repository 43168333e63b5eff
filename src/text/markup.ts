// Markup: what HTML and XML templates have in common. Each has its own escaping.

/** Markup that templates interpolate unchanged. Code that creates it without a template must escape the contents. */
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

export function fillTemplate(
  parts: TemplateStringsArray,
  contents: readonly Content[],
  escape: (text: string) => string,
): Markup {
  let text = parts[0] ?? '';
  for (let index = 0; index < contents.length; index += 1) {
    const content = contents[index] ?? '';
    if (content instanceof Markup) text += content.toString();
    else text += typeof content === 'object' ? content.join('') : escape(String(content));
    text += parts[index + 1] ?? '';
  }
  return new Markup(text);
}

/** Stands around the name of a hole. No text of a template has it: it is escaped. */
const holeMark = '\0';

/** Markup with named holes, which is rendered once and filled often. */
export class MarkupWithHoles<Name extends string> {
  /** Texts, and between them the holes. */
  private readonly parts: readonly { readonly text: string; readonly hole: Name | undefined }[];

  constructor(names: readonly Name[], render: (hole: (name: Name) => Markup) => string) {
    const parts = render((name) => new Markup(`${holeMark}${names.indexOf(name)}${holeMark}`)).split(holeMark);
    this.parts = parts.map((part, index) =>
      index % 2 === 0 ? { text: part, hole: undefined } : { text: '', hole: names[Number(part)] },
    );
  }

  fillIn(contents: Readonly<Record<Name, Markup>>): string {
    return this.parts.map(({ text, hole }) => (hole === undefined ? text : contents[hole])).join('');
  }
}
