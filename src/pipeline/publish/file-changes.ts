// File changes: what a build did to the target, file by file.

/** Paths below the target, with `/`; those of a large build are generated on demand. */
export interface Paths extends Iterable<string> {
  readonly length: number;
}

/** What a build added, changed and removed. Each path is in one of the three. */
export interface FileChanges {
  readonly added: Paths;
  readonly changed: Paths;
  readonly removed: Paths;
  /** If the API is packed, the files that the changed responses would be without packs. Their addresses are to be purged. */
  readonly packed?: Iterable<string>;
}

export const noChanges: FileChanges = { added: [], changed: [], removed: [] };
