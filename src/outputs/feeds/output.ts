// The feeds of the latest courses.
import { tagLookup } from '../../catalog/language-tags.ts';
import type { Output } from '../output.ts';
import { renderAtom, renderJsonFeed } from './feeds.ts';
import { feedPaths, feedsRow } from './row.ts';

export const feeds: Output = {
  ...feedsRow,
  *documents({ latest, references }, { options: { baseUrl, title, description }, parts: { frontPage } }) {
    const feed = { baseUrl, title, description, courses: latest, frontPage, tagOf: tagLookup(references) };
    yield [feedPaths.atom, renderAtom(feed)];
    yield [feedPaths.json, renderJsonFeed(feed)];
  },
};
