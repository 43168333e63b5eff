// Invisible characters: marks of zero width and of direction, soft hyphens and controls, which programs leave around values.

const invisible = String.raw`\u0000-\u0008\u000e-\u001f\u007f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff`;
const anywhere = new RegExp(`[${invisible}]`, 'gu');
const any = new RegExp(`[${invisible}]`, 'u');
const isBlank = new RegExp(`[\\s${invisible}]`, 'u');

/** A text without any: for values in which none has a meaning, such as addresses and dates. */
export function withoutInvisible(text: string): string {
  return any.test(text) ? text.replaceAll(anywhere, '') : text;
}

/** Whether a character is an ASCII sign, as most first and last ones are. */
function isVisible(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

/** A text without those at its ends, where they join nothing, and without the white space there. */
export function trimInvisible(text: string): string {
  if (isVisible(text.charCodeAt(0)) && isVisible(text.charCodeAt(text.length - 1))) return text;
  let [start, end] = [0, text.length];
  while (start < end && isBlank.test(text.charAt(start))) start += 1;
  while (start < end && isBlank.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
