// File types: the content types of text files, and of those that http-server does not know.
import { posix } from 'node:path';

const charset = '; charset=UTF-8';

const types: Readonly<Record<string, readonly string[]>> = {
  [`text/html${charset}`]: ['html', 'htm'],
  [`text/css${charset}`]: ['css'],
  [`application/javascript${charset}`]: ['js', 'mjs'],
  [`application/json${charset}`]: ['json', 'map'],
  [`text/csv${charset}`]: ['csv'],
  [`text/tab-separated-values${charset}`]: ['tsv'],
  [`text/plain${charset}`]: ['txt', 'text', 'log', 'conf', 'ini'],
  [`text/markdown${charset}`]: ['md', 'markdown'],
  [`text/yaml${charset}`]: ['yaml', 'yml'],
  [`text/calendar${charset}`]: ['ics'],
  [`text/vcard${charset}`]: ['vcf', 'vcard'],
  [`text/vtt${charset}`]: ['vtt'],
  [`text/turtle${charset}`]: ['ttl'],
  'image/avif': ['avif'],
};

const typeByEnding = new Map(
  Object.entries(types).flatMap(([type, endings]) => endings.map((ending) => [ending, type])),
);

/** For http-server, which reads a file of a text type into memory as a whole, even for HEAD and 304. */
export const binaryTypes = { 'application/octet-stream': [...typeByEnding.keys()] };

/** The content type of a file; undefined if http-server knows better. */
export function fileType(path: string): string | undefined {
  return typeByEnding.get(posix.extname(path).slice(1).toLowerCase());
}
