// A file with a single record may also name the schema that editors validate it against.

/** The record without `$schema`, if that is a string, as editors expect. */
export function withoutSchema(record: object): object {
  const fields = Object.entries(record);
  const isPlain = fields.every(([name, value]) => name !== '$schema' || typeof value !== 'string');
  return isPlain ? record : Object.fromEntries(fields.filter(([name]) => name !== '$schema'));
}
