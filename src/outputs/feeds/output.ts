// Feeds: the newest courses of the catalog and of every list.
import { sourceTagLookup } from '../../catalog/language-tags.ts';
import { membersIn, type ChunkOffsets } from '../../catalog/membership.ts';
import { CourseTextsBuilder, GatheredTexts } from '../../storage/course-texts.ts';
import { shownList } from '../pages/list-hierarchy.ts';
import { listPageAddress } from '../pages/paths.ts';
import type { Output, RunContext } from '../output.ts';
import type { Site } from '../site-options.ts';
import { frameOptionsOf, openFrame } from '../frame/frame.ts';
import { feedPaths, listFeedAddress } from '../frame/feed-address.ts';
import { firstCourses, newestFirst } from '../shared/newest.ts';
import { isShown } from '../shared/page-paths.ts';
import { renderAtom } from './atom.ts';
import { feedsDeclaration, type FeedsTask, type FeedsTypes } from './declaration.ts';
import { feedEntry, type EntryOptions, type FeedEntry } from './entry.ts';
import { renderJsonFeed } from './json-feed.ts';

/** Courses that the feed of a list announces. */
const coursesInListFeed = 10;

/** Few tasks, as every one reads the texts of nearly all chunks. */
const feedsPerTask = 1000;

export const feeds: Output<FeedsTypes> = {
  ...feedsDeclaration,
  collect() {
    const texts = new CourseTextsBuilder();
    return {
      add({ course, view, journalLine }) {
        const { image } = course.fields;
        texts.addBytes(view.bytes, Buffer.from(image === undefined ? journalLine : `${journalLine}\n${String(image)}`));
      },
      finish: () => ({ texts: texts.finish() }),
    };
  },
  tasks({ catalog }) {
    const { lists, membership, numbering, references } = catalog;
    const compare = newestFirst(numbering);
    const membersOf = membersIn(membership);
    const all = lists.flatMap((list, number) =>
      isShown(list) ? [{ list, courses: firstCourses(membersOf(number), coursesInListFeed, compare) }] : [],
    );
    const { offsets } = numbering;
    const { languageTags } = references;
    return Array.from({ length: Math.ceil(all.length / feedsPerTask) }, (_, index): FeedsTask => {
      return { feeds: all.slice(index * feedsPerTask, (index + 1) * feedsPerTask), offsets, languageTags };
    });
  },
  run: async (task, context) => writeListFeeds(task, context),
  *files({ numbering, references }, site, built) {
    const { chunks } = built.of(feedsDeclaration) ?? {};
    if (!chunks) return;
    const { baseUrl, title, description, latest } = site.options;
    const newest = firstCourses(numbering.byId, latest, newestFirst(numbering));
    const entriesOf = entryReader(numbering.offsets, [newest], chunks.collected.texts, entryOptions(site, references));
    const feed = { baseUrl, page: `${baseUrl}/`, title, description, author: title, entries: entriesOf(newest) };
    yield [feedPaths.atom, renderAtom({ ...feed, address: `${baseUrl}/${feedPaths.atom}` })];
    yield [feedPaths.json, renderJsonFeed({ ...feed, address: `${baseUrl}/${feedPaths.json}` })];
  },
};

function writeListFeeds(task: FeedsTask, context: RunContext<FeedsTypes>): undefined {
  const { site, writer, collected, throwIfAborted } = context;
  const { baseUrl, title } = site.options;
  const frame = openFrame(frameOptionsOf(site));
  const chosen = task.feeds.map(({ courses }) => courses);
  const entriesOf = entryReader(task.offsets, chosen, collected.texts, entryOptions(site, task));
  for (const { list, courses } of task.feeds) {
    throwIfAborted();
    const address = listFeedAddress(list);
    const feed = {
      baseUrl,
      address: `${baseUrl}/${address}`,
      page: `${baseUrl}/${listPageAddress(list, 1)}`,
      title: `${shownList(frame, list).label} – ${title}`,
      description: '',
      author: title,
      entries: entriesOf(courses),
    };
    writer.write(decodeURIComponent(address), renderAtom(feed));
  }
}

function entryOptions({ options, features }: Site, references: Parameters<typeof sourceTagLookup>[0]): EntryOptions {
  return { baseUrl: options.baseUrl, coursePages: features.coursePages, tagOf: sourceTagLookup(references) };
}

/** Gathers the texts of these courses. The function returns the entries of some of them, in the same order. */
function entryReader(
  offsets: ChunkOffsets,
  chosen: readonly Uint32Array[],
  load: Parameters<GatheredTexts['gather']>[2],
  options: EntryOptions,
): (courses: Uint32Array) => FeedEntry[] {
  const gathered = new GatheredTexts();
  gathered.gather(offsets, chosen, load);
  return (courses) =>
    Array.from(courses, (course) => {
      const [record = '', journalLine = '', image] = Buffer.from(gathered.textOf(course)).toString().split('\n');
      return feedEntry(JSON.parse(record), { journalLine, image }, options);
    });
}
