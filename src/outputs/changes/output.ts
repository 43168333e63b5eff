// The list of changes: the journal as programs and harvesters read it, with the digests of the views.
import { hash } from 'node:crypto';
import { GrowingBytes } from '../../text/bytes.ts';
import { lineReader, textOf, timeAfter, updateJournal, type JournalLine } from '../journal.ts';
import type { Output, PlanInput } from '../output.ts';
import { changesFile, partOf, resourceSyncPaths, sincePath } from './paths.ts';
import { entryRenderer, headOf, renderIndex } from './resource-sync.ts';
import { changesRow, type ChangesTask, type ChangesTypes } from './row.ts';

/** Of a linkhash, and of that with the digest after it. */
const [hashLength, digestsLength] = [32, 96];

export const changes: Output<ChangesTypes> = {
  ...changesRow,
  collect() {
    let digests = '';
    let lengths: number[] = [];
    return {
      add({ course, view }) {
        digests += course.linkhash + hash('sha256', view.bytes);
        lengths.push(view.length);
      },
      finish() {
        const part = { digests, lengths: Uint32Array.from(lengths) };
        [digests, lengths] = ['', []];
        return part;
      },
    };
  },
  journal: (input, at) => updateJournal(input.settings.file, viewsOf(input), at),
  async plan(input) {
    const { kept: { keys = {} } = {}, files = [] } = input.before ?? {};
    const { tasks, parts } = tasksOf(input);
    const all = tasks.map((task) => ({ task, key: keyOf(task) }));
    const same = new Set(all.flatMap(({ task: { path }, key }) => (key !== '' && keys[path] === key ? [path] : [])));
    return {
      tasks: all.flatMap(({ task }) => (same.has(task.path) ? [] : [{ task }])),
      stay: files.filter(({ path }) => same.has(path)),
      finish: () => ({ keys: Object.fromEntries(all.map(({ task: { path }, key }) => [path, key])), parts }),
    };
  },
  async run(task, { files, settings: { baseUrl } }) {
    if ('text' in task) {
      files.write(task.path, Buffer.from(task.text));
      return;
    }
    const text = new GrowingBytes();
    text.addText(task.head);
    const render = entryRenderer(task.path === resourceSyncPaths.changeList, baseUrl);
    const read = lineReader();
    for (const [at, one] of task.lines.split('\n').entries()) {
      const line = read(one);
      if (line) text.addUtf8(render(line, task.lengths[at] ?? 0));
    }
    text.addText('</urlset>\n');
    files.write(task.path, text);
  },
};

/** What the entries of a file follow from; empty for a file that is compared itself. */
function keyOf(task: ChangesTask): string {
  return 'text' in task ? '' : hash('sha256', `${task.head}${task.lengths.join()}${task.lines}`);
}

/** The views of all courses, in the order of their numbers. */
function* viewsOf({ catalog: { numbered }, chunks }: PlanInput<ChangesTypes>) {
  for (let chunk = 0; chunk < chunks.count; chunk += 1) {
    const digests = chunks.parts.digests(chunk);
    const lengths = chunks.parts.lengths(chunk);
    const first = numbered.offsets[chunk] ?? 0;
    for (let at = 0; at < digests.length; at += digestsLength) {
      const id = numbered.ids[first + at / digestsLength] ?? 0;
      const linkhash = digests.slice(at, at + hashLength);
      const sha256 = digests.slice(at + hashLength, at + digestsLength);
      yield { linkhash, id, sha256, length: lengths[at / digestsLength] ?? 0 };
    }
  }
}

function tasksOf({ journal, settings: { baseUrl, sizes } }: PlanInput<ChangesTypes>) {
  const { lines = [] } = journal ?? {};
  const up = `${baseUrl}/${resourceSyncPaths.capabilityList}`;
  const listOf = (path: string, head: string, some: readonly JournalLine[]): ChangesTask => {
    return { path, head, lines: textOf(some), lengths: Uint32Array.from(some, ({ length }) => length) };
  };
  const parts = partsBySize(lines.toReversed(), sizes.lines).map((some, at) => {
    return { path: at === 0 ? changesFile : partOf(changesFile, at + 1), some };
  });
  const at = lines.at(-1)?.at ?? '1970-01-01T00:00:00Z';
  const groups = groupsOf(lines, sizes.addresses);
  const { resourceList, changeList } = resourceSyncPaths;
  const index = groups.has('') ? {} : { index: `${baseUrl}/${resourceList}` };
  const resources = Array.from(groups, ([prefix, some]) => {
    const own = prefix === '' ? at : (some.at(-1)?.at ?? at);
    const path = prefix === '' ? resourceList : partOf(resourceList, prefix);
    return { path, at: own, task: listOf(path, headOf('urlset', 'resourcelist', { at: own }, { up, ...index }), some) };
  });
  const latest = latestOf(lines, sizes.addresses);
  const head = headOf('urlset', 'changelist', { from: latest[0]?.at ?? timeAfter(at, at) }, { up });
  const since = parts.map(({ path, some }) => {
    return { path, from: some.at(-1)?.at ?? null, until: some[0]?.at ?? null, lines: some.length };
  });
  const tasks: ChangesTask[] = [
    ...resources.map(({ task }) => task),
    ...(groups.has('') ? [] : [{ path: resourceList, text: `${renderIndex(resources, at, baseUrl)}\n` }]),
    listOf(changeList, head, latest),
    ...parts.map(({ path, some }) => ({ path, text: textOf(some) })),
    { path: sincePath, text: `${JSON.stringify(since)}\n` },
  ];
  return { tasks, parts: parts.map(({ path }) => path) };
}

/** The lines in parts of this size, at least one. */
function partsBySize(lines: readonly JournalLine[], size: number): (readonly JournalLine[])[] {
  const count = Math.max(1, Math.ceil(lines.length / size));
  return Array.from({ length: count }, (_, at) => lines.slice(at * size, (at + 1) * size));
}

/** The lines of courses that are there, by as few digits of the linkhash as leave at most `most` in a group; by none, all of them. */
function groupsOf(lines: readonly JournalLine[], most: number): Map<string, JournalLine[]> {
  for (let digits = 0; ; digits += 1) {
    const groups = new Map<string, JournalLine[]>(digits === 0 ? [['', []]] : []);
    for (const line of lines) {
      if (line.change === 'deleted') continue;
      const prefix = line.linkhash.slice(0, digits);
      const group = groups.get(prefix);
      if (group) group.push(line);
      else groups.set(prefix, [line]);
    }
    if ([...groups.values()].every((group) => group.length <= most)) return groups;
  }
}

/** The newest lines, at most so many, with all of each time. */
function latestOf(lines: readonly JournalLine[], most: number): readonly JournalLine[] {
  const before = lines.at(-most - 1)?.at ?? '';
  return lines.length <= most ? lines : lines.slice(-most).filter(({ at }) => at > before);
}
