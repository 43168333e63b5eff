// Lists of texts without spaces, several on a line.

/** The words of a template, its backslashes as they stand. */
export function words(template: TemplateStringsArray, ...values: readonly string[]): string[] {
  return String.raw(template, ...values)
    .trim()
    .split(/\s+/u);
}
