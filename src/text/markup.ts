// Markup: what HTML and XML templates have in common. Each has its own escaping.

/** Markup that templates interpolate as it is. Whoever makes it without a template has to escape what is in it. */
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
  let text = parts[0] ?? '';
  for (let at = 0; at < contents.length; at += 1) {
    const content = contents[at] ?? '';
    if (content instanceof Markup) text += content.toString();
    else text += typeof content === 'object' ? content.join('') : escape(String(content));
    text += parts[at + 1] ?? '';
  }
  return new Markup(text);
}

/** Stands around the name of a hole. No text of a template has it: it is escaped. */
const holeMark = '\0';

/** Markup with named holes, which is rendered once and filled often. */
export class MarkupWithHoles<Name extends string> {
  private readonly start: string;
  private readonly parts: readonly { readonly hole: Name | undefined; readonly text: string }[];

  constructor(names: readonly Name[], render: (hole: (name: Name) => Markup) => string) {
    const [start = '', ...parts] = render((name) => new Markup(`${holeMark}${names.indexOf(name)}${holeMark}`)).split(
      holeMark,
    );
    this.start = start;
    this.parts = parts.flatMap((part, at) =>
      at % 2 === 0 ? { hole: names[Number(part)], text: parts[at + 1] ?? '' } : [],
    );
  }

  fillIn(contents: Readonly<Record<Name, Markup>>): string {
    let text = this.start;
    for (const { hole, text: after } of this.parts) {
      if (hole !== undefined) text += contents[hole].toString();
      text += after;
    }
    return text;
  }
}
