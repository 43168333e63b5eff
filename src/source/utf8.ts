// UTF-8 texts: strings of which each character is one byte of a text's UTF-8.
//
// Source bytes become such a string, and such a string becomes bytes again, by a mere copy, and JSON reads and writes it
// like every other: nothing in it but ASCII has a meaning in JSON. Courses pass through a build in this form, as that is
// quicker than decoding and encoding their texts. ASCII texts are the same in both forms.

/** Whether both forms of a text are the same. */
export function isAscii(text: string): boolean {
  return !/[^\0-\u007f]/u.test(text);
}

/** The UTF-8 text of a text. */
export function utf8Of(text: string): string {
  return isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** The text of a UTF-8 text. */
export function textOfUtf8(utf8: string): string {
  return isAscii(utf8) ? utf8 : bytesOfUtf8(utf8).toString('utf8');
}

/** The bytes of a UTF-8 text. */
export function bytesOfUtf8(utf8: string): Buffer {
  return Buffer.from(utf8, 'latin1');
}

/** Remembers what a function made of each text, for the few that come again and again. */
export function remembering<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    known.set(text, made);
    return made;
  };
}
