// Paths of the list of changes, relative to the site root.

export const changesFile = 'changes.ndjson';
export const sincePath = 'changes/since.json';

/** The paths of ResourceSync. The first is where clients look for it. */
export const resourceSyncPaths = {
  description: '.well-known/resourcesync',
  capabilityList: 'capabilitylist.xml',
  resourceList: 'resourcelist.xml',
  changeList: 'changelist.xml',
} as const;

/** An entry of `changes/since.json`: a part of the list, the times of its oldest and its newest line, and how many it has. The only part of an empty list has no times. */
export interface SinceEntry {
  readonly path: string;
  readonly from: string | null;
  readonly until: string | null;
  readonly lines: number;
}

/** A part of the list of changes; the first, with the newest lines, is number 1. */
export function changesPart(number: number): string {
  return number === 1 ? changesFile : `changes-${number}.ndjson`;
}
