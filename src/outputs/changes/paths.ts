// Paths of the list of changes, relative to the site root.
import type { JournalLine } from '../../journal/line.ts';

export const changesFile = 'changes.ndjson';
export const sincePath = 'changes/since.json';

/** The paths of ResourceSync. The first is where clients look for it. */
export const resourceSyncPaths = {
  description: '.well-known/resourcesync',
  capabilityList: 'capabilitylist.xml',
  resourceList: 'resourcelist.xml',
  changeList: 'changelist.xml',
} as const;

/** An entry of `changes/since.json`: a part of the list, and the times of its oldest and its newest line. */
export function entryFor(path: string, lines: readonly JournalLine[]) {
  return { path, from: lines.at(-1)?.at ?? null, until: lines[0]?.at ?? null, lines: lines.length };
}

/** A part of the list of changes; the first, with the newest lines, is number 1. */
export function changesPart(number: number): string {
  return number === 1 ? changesFile : `changes-${number}.ndjson`;
}
