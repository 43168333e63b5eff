// Paths of the list of changes, relative to the site root.

export const changesFile = 'changes.ndjson';
export const sincePath = 'changes/since.json';

/** Those of ResourceSync. The first is where clients look for it. */
export const resourceSyncPaths = {
  description: '.well-known/resourcesync',
  capabilityList: 'capabilitylist.xml',
  resourceList: 'resourcelist.xml',
  changeList: 'changelist.xml',
} as const;

/** Whether a path is that of the list of changes, or of a part of it. */
export function isPart(path: string): boolean {
  return /^changes(?:-\d+)?\.ndjson$/u.test(path);
}

/** A part of a file that is divided. */
export function partOf(path: string, name: string | number): string {
  return path.replace('.', `-${name}.`);
}
