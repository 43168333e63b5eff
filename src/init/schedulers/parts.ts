// What the files for all schedulers share: the number of shards, and how a part of the site is sent to a bucket.

/** Number of shards in files that `init` writes; users change it there. */
export const shardCount = 5;

/** The folder of the shards' results and of the lists of changes. */
export const partsFolder = 'parts';

/** Options that make a build list what it changed; `name` is the part. */
export function changesOption(name: string): string {
  return `--changes ${partsFolder}/${name}.changes --changes-format rclone`;
}

/** Shell commands that send what a build has listed. A list stays until it is sent, so that the next run sends it too. */
export function sendCommands(name: string): string {
  const list = `${partsFolder}/${name}`;
  return `# Sends what changed to the bucket that TARGET names, such as remote:bucket. A list that could not be sent is sent by the next run.
if [ -n "\${TARGET:-}" ]; then
  cat ${list}.changes >> ${list}.unsent
  cat ${list}.changes.removed >> ${list}.removed
  rclone copy dist "$TARGET" --files-from-raw ${list}.unsent --no-traverse
  rclone delete "$TARGET" --files-from-raw ${list}.removed --no-traverse
  rm ${list}.unsent ${list}.removed
fi`;
}
