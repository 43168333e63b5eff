// What the files for all schedulers share: the number of shards, and how the files of a shard are sent to a bucket.

/** Number of shards in files that `init` writes; users change it there. */
export const shardCount = 5;

/** The folder of the shards and of the lists of changed files. */
export const shardsFolder = 'shards';

/**
 * Shell commands that build a shard with `options` into the folder `site`, and send what has changed to a bucket. `filter` is the
 * command that prints what to send of a list of files.
 */
export function buildAndSend({ name, options, site, filter }: Record<'name' | 'options' | 'site' | 'filter', string>) {
  return `list="${shardsFolder}/${name}.changes.json"
unsent="${shardsFolder}/${name}.unsent"
site="${site}"
add() {
  jq -r "$1" "$list" > "$2.new"
  sort -u "$2" "$2.new" -o "$2.new"
  mv "$2.new" "$2"
}
# Adds what the last build has listed to what is still to be sent.
keep() {
  touch "$unsent" "$unsent.removed"
  [ -f "$list" ] || return 0
  add '(.added + .changed)[]' "$unsent"
  add '.removed[]' "$unsent.removed"
}
keep
npx --no static-course-catalog build ${options} --changes "$list"
keep
# Sends it to the bucket that TARGET names, such as remote:bucket. What could not be sent is sent by the next run.
if [ -n "\${TARGET:-}" ]; then
  ${filter} "$unsent" | rclone copy "$site" "$TARGET" --files-from-raw - --no-traverse
  while IFS= read -r path; do [ -f "$site/$path" ] || printf '%s\\n' "$path"; done < "$unsent.removed" |
    rclone delete "$TARGET" --files-from-raw - --no-traverse
  rm "$list" "$unsent" "$unsent.removed"
fi
`;
}
