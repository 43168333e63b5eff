// UTF-8 strings: strings in which each character is one byte of the UTF-8 form of a text.
//
// Converting bytes to such a string and back is a plain copy, and JSON parses and prints it like any other string, because
// only ASCII characters have a meaning in JSON. Courses stay in this form throughout a build, which is faster than decoding
// and encoding their texts. ASCII texts are the same in both forms.

/** Whether both forms of a text are the same. */
export function isAscii(text: string): boolean {
  return !/[^\0-\u007f]/u.test(text);
}

/** The UTF-8 string of a text. */
export function utf8Of(text: string): string {
  return isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** The text of a UTF-8 string. */
export function textOfUtf8(utf8: string): string {
  return isAscii(utf8) ? utf8 : bytesOfUtf8(utf8).toString('utf8');
}

/** The bytes of a UTF-8 string. */
export function bytesOfUtf8(utf8: string): Buffer {
  return Buffer.from(utf8, 'latin1');
}
