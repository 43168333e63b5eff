// The list of changes: the journal as programs and harvesters read it, with the digests of the views.
import { journalText } from '../../journal/line.ts';
import { viewText } from '../../journal/views.ts';
import type { Output } from '../output.ts';
import { maxAddresses } from '../sitemap.ts';
import { changesPart, entryFor, sincePath } from './paths.ts';
import { courseDocuments } from './resource-sync.ts';
import { changesRow, type ChangesTypes } from './row.ts';

export const changes: Output<ChangesTypes> = {
  ...changesRow,
  collect() {
    let views = '';
    return {
      add({ course, view, viewDigest }) {
        const { linkhash } = course;
        views += viewText({ linkhash, sha256: viewDigest(), length: view.length });
      },
      finish() {
        const part = { views };
        views = '';
        return part;
      },
    };
  },
  *documents({ journal }, { options: { baseUrl, sitemapSize = maxAddresses } }) {
    const lines = journal?.lines.toReversed() ?? [];
    const size = Math.min(10_000, sitemapSize);
    const since: object[] = [];
    for (let at = 0; at === 0 || at < lines.length; at += size) {
      const [path, some] = [changesPart(at / size + 1), lines.slice(at, at + size)];
      yield [path, Buffer.from(journalText(some))];
      since.push(entryFor(path, some));
    }
    yield [sincePath, JSON.stringify(since)];
    yield* courseDocuments(journal?.lines ?? [], baseUrl, sitemapSize);
  },
};
