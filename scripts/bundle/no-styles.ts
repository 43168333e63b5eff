// Takes the place of the parser of style sheets that sanitize-html loads for `style` attributes, of which it leaves none.
export function parse(): never {
  throw new Error('no style attribute is allowed');
}
