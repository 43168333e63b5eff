// Types: the content types of the files around the API.
import { lookup } from 'mrmime';

/** What the table of mrmime lacks, or has otherwise: `text/xml` would take precedence over the encoding that a file declares. */
const own: Readonly<Record<string, string>> = {
  ico: 'image/vnd.microsoft.icon',
  ndjson: 'application/x-ndjson',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  parquet: 'application/vnd.apache.parquet',
  ts: 'text/plain',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
};

/** The content type of a file, by its name; texts are UTF-8. */
export function typeOf(name: string): string {
  const [, ending = ''] = /\.(\w+)$/u.exec(name.toLowerCase()) ?? [];
  const type = (Object.hasOwn(own, ending) ? own[ending] : lookup(ending)) ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}
