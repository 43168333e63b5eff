// The published journal: its lines in parts, and which part has which times.
import { timeIn } from '../../journal/line.ts';
import type { Output } from '../output.ts';
import { maxAddresses } from '../shared/sitemap.ts';
import { journalPartPath, journalDeclaration, sincePath } from './declaration.ts';

/** Lines of a part of `changes.ndjson`. */
const linesPerPart = 10_000;

export const journal: Output = {
  ...journalDeclaration,
  *files(catalog, { options: { sitemapSize = maxAddresses } }) {
    const { lines } = catalog.journal ?? { lines: [] };
    const size = Math.min(linesPerPart, sitemapSize);
    const since: object[] = [];
    for (let start = 0; start === 0 || start < lines.length; start += size) {
      const [path, part] = [journalPartPath(since.length + 1), lines.slice(start, start + size)];
      yield [path, part.length === 0 ? new Uint8Array() : part.join('\n')];
      since.push({ path, from: timeIn(part.at(-1)) || null, until: timeIn(part[0]) || null, lines: part.length });
    }
    yield [sincePath, JSON.stringify(since)];
  },
};
