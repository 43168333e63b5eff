// The published journal: its lines in parts, and which part has which times.
import { timeIn } from '../../storage/journal/line.ts';
import type { Output } from '../output.ts';
import { maxAddresses } from '../shared/sitemap.ts';
import { journalDeclaration, journalPartPath, journalPartReference, sincePath } from './declaration.ts';

/** Lines of a part of `changes.ndjson`. */
const linesPerPart = 10_000;

export const journal: Output = {
  ...journalDeclaration,
  *files(catalog, { options: { sitemapSize = maxAddresses } }) {
    const { lines } = catalog.journal ?? { lines: [] };
    const size = Math.min(linesPerPart, sitemapSize);
    const since: object[] = [];
    for (let start = 0; start === 0 || start < lines.length; start += size) {
      const number = since.length + 1;
      const part = lines.slice(start, start + size);
      const [from, until] = [timeIn(part.at(-1)) || null, timeIn(part[0]) || null];
      yield [journalPartPath(number), part.length === 0 ? new Uint8Array() : part.join('\n')];
      since.push({ path: journalPartReference(number), from, until, lines: part.length });
    }
    yield [sincePath, JSON.stringify(since)];
  },
};
