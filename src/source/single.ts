// A file that is one record may name, beside the fields, the schema that an editor holds it against.

/** The record without its `$schema`, where that is a text, as editors have it. */
export function withoutSchema(record: object): object {
  const fields = Object.entries(record);
  const isPlain = fields.every(([name, value]) => name !== '$schema' || typeof value !== 'string');
  return isPlain ? record : Object.fromEntries(fields.filter(([name]) => name !== '$schema'));
}
