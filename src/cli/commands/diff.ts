// The command `diff`: what the source changes for readers, beside another folder, a revision of Git or a published site.
import { statSync } from 'node:fs';
import { print, printJson, type Session } from '../session.ts';
import type { Base } from '../../upkeep/diff/read-courses.ts';
import type { CommandRow } from './command.ts';

export const diffCommand: CommandRow = {
  name: 'diff',
  description: 'say what the source changes for readers: courses added, removed, moved and changed',
  argument: {
    name: 'base',
    description:
      'what to compare with: a revision of Git (HEAD by default), a source folder, a built site, or the address of a published one',
  },
  examples: {
    'Say what is not committed yet': '',
    'Say what a branch changes': 'origin/main',
    'Say what the next build changes on the site': 'https://courses.example.org',
  },
  run: runDiff,
};

async function runDiff(session: Session): Promise<boolean> {
  const { io, options, signal, argument: base = 'HEAD' } = session;
  const { compareCourses } = await import('../../upkeep/diff/compare.ts');
  const { differenceData, differenceLines } = await import('../../upkeep/diff/report.ts');
  const after = await (await import('../../upkeep/diff/read-courses.ts')).coursesOfSource(options, signal);
  const { courses: before, unread, notCompared } = await baseOf(base, session);
  const difference = compareCourses(before, after, notCompared);
  const counts = { before: before.size, unread, after: after.size, notCompared };
  if (options.json) printJson(io, { ok: true, base, ...counts, ...differenceData(difference) });
  else print(io, ...differenceLines(difference, counts));
  return true;
}

async function baseOf(base: string, { io, options, signal }: Session): Promise<Base> {
  const { baseOfBuild, baseOfFolder, baseOfSite, baseOfSource, isBuilt } =
    await import('../../upkeep/diff/read-courses.ts');
  if (/^https?:\/\//iu.test(base)) return baseOfSite(base, signal);
  const isFolder = statSync(base, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder && isBuilt(base)) return baseOfBuild(base, options.fields, signal);
  if (isFolder) return baseOfFolder({ ...options, data: base }, signal);
  const { atRevision } = await import('../../upkeep/diff/revision.ts');
  return atRevision(options.data, base, io.env, async (data) => baseOfSource({ ...options, data }, signal));
}
