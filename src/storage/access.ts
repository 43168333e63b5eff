// Access: who may read a file, by its owner, group and mode, and by the list that its folder gives to what is made there.
import { execFileSync } from 'node:child_process';
import { lstatSync, rmSync, writeFileSync, type Stats } from 'node:fs';
import { attempt } from '../text/errors.ts';

/** The owner, the group and the mode of a file. */
export type Access = Pick<Stats, 'uid' | 'gid' | 'mode'>;

/** The access that a new file in a folder gets. */
export function accessOfNewFile(folder: string): Access {
  const made = `${folder}/.access`;
  writeFileSync(made, '');
  const { uid, gid, mode } = lstatSync(made);
  rmSync(made);
  return { uid, gid, mode };
}

export function hasSameAccess(one: Access, other: Access): boolean {
  return one.uid === other.uid && one.gid === other.gid && one.mode === other.mode;
}

/** The default access control list of a folder, as getfacl prints it. Empty if it has none, or there is no such program. */
export function defaultListOf(folder: string): string {
  const args = ['--default', '--omit-header', '--numeric', '--absolute-names', '--', folder];
  return attempt(() => execFileSync('getfacl', args, { encoding: 'utf8', stdio: 'pipe' }).trim()) ?? '';
}
