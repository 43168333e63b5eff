// Trees of files: most folders hold the same few names, so these share one map.

/** The entries of a folder by name: a folder, or null for anything else. */
export type Folder = Map<string, Folder | null>;

export class FileTree {
  readonly root: Folder = new Map();
  /** Maps of folders without folders, by their names; each may be in several places. */
  private readonly leaves = new Map<string, Folder>();
  private readonly shared = new Set<Folder>();

  /** A folder with these files and nothing else. */
  leaf(names: readonly string[]): Folder {
    const key = names.join('/');
    const known = this.leaves.get(key);
    if (known) return known;
    const leaf: Folder = new Map(names.map((name) => [name, null]));
    this.leaves.set(key, leaf);
    this.shared.add(leaf);
    return leaf;
  }

  add(path: string): void {
    const segments = path.split('/');
    const name = segments.pop() ?? '';
    const last = segments.pop();
    const above = segments.reduce((folder, segment) => this.folderIn(folder, segment), this.root);
    if (last === undefined) {
      above.set(name, null);
      return;
    }
    const folder = above.get(last);
    if (folder && !this.shared.has(folder)) folder.set(name, null);
    else if (!folder?.has(name)) above.set(last, this.leaf([...(folder?.keys() ?? []), name]));
  }

  /** The folder at a path; undefined if there is none. */
  at(path: string): Folder | undefined {
    let folder: Folder | undefined = this.root;
    for (const segment of path.split('/')) folder = folder?.get(segment) ?? undefined;
    return folder;
  }

  /** A folder to which folders may be added. */
  private folderIn(above: Folder, name: string): Folder {
    const found = above.get(name);
    if (found && !this.shared.has(found)) return found;
    const own: Folder = new Map(found);
    above.set(name, own);
    return own;
  }
}
