// A bucket in a test: what the generated script does to it, by an imitation of the AWS command line that fails where that fails.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, makeFolder, removeFolder, writeFiles } from '../../helpers/folders.ts';
import { typeOf } from './hosted.ts';

export interface StoredObject {
  readonly body: Buffer;
  readonly type: string;
  readonly cacheControl: string | undefined;
}

/** Its objects by key. */
export type Bucket = ReadonlyMap<string, StoredObject>;

/** A key with the object that it gets, or that is deleted. */
export type Change = readonly [key: string, object: StoredObject | undefined];

/** What the script of a build does to a bucket, in order. Throws if the script fails. `before` is said to the shell first. */
export function changesOf(dist: string, bucket: Bucket = new Map(), before = ''): Change[] {
  const { status, stderr, changes } = runOf(dist, bucket, before);
  if (status !== 0) throw new Error(`publish.sh ended with ${status}: ${stderr}`);
  return changes;
}

/** A run of the script, which may fail. */
export function runOf(dist: string, bucket: Bucket, before: string) {
  const scratch = makeFolder();
  try {
    writeFiles(scratch, { objects: listingOf(bucket) });
    const script = join(dist, '_hosts', 'publish.sh');
    const env = { PATH: process.env['PATH'], SCRATCH: scratch };
    const { status, stderr } = spawnSync('sh', ['-c', `set -- BUCKET\n${commandLine}\n${before}\n. "$0"`, script], {
      env,
      encoding: 'utf8',
    });
    const after = new Map(bucket);
    const changes: Change[] = [];
    for (let call = 1; existsSync(join(scratch, `${call}`)); call++) {
      for (const change of changesBy(join(scratch, `${call}`), after)) {
        changes.push(change);
        const [key, object] = change;
        if (object === undefined) after.delete(key);
        else after.set(key, object);
      }
    }
    return { status, stderr, changes };
  } finally {
    removeFolder(scratch);
  }
}

/** The bucket after the script of a build. */
export function publish(dist: string, bucket: Bucket = new Map()): Bucket {
  const after = new Map([...bucket, ...changesOf(dist, bucket)]);
  return new Map([...after].flatMap(([key, object]) => (object === undefined ? [] : [[key, object]])));
}

/** Keeps the arguments of each call that changes a bucket, and the files that it reads. */
const commandLine = `
calls=0
aws() {
  case "$1 $2" in
    's3api list-objects-v2') cat "$SCRATCH/objects"; return ;;
    's3 cp' | 's3 sync') ;;
    *) echo "aws: error: argument subcommand: Found invalid choice '$2'" >&2; return 252 ;;
  esac
  if [ ! -e "$3" ]; then
    echo "The user-provided path $3 does not exist." >&2
    return 255
  fi
  calls=$((calls + 1))
  printf '%s\\0' "$@" >"$SCRATCH/$calls"
  cp -RL "$3" "$SCRATCH/$calls.files"
  [ "$calls" != "\${broken-}" ]
}`;

/** The listing that the script asks for: one line for each object, or None. */
function listingOf(bucket: Bucket): string {
  const lines = [...bucket].map(([key, { body }]) => `"${createHash('md5').update(body).digest('hex')}"\t${key}\n`);
  return lines.length === 0 ? 'None\n' : lines.join('');
}

function changesBy(call: string, bucket: Bucket): Change[] {
  const [, command, , to, ...options] = readFileSync(call, 'utf8').split('\0').slice(0, -1);
  if (to !== 's3://BUCKET') throw new Error(`unknown: aws s3 ${command} to ${to}`);
  const after = (name: string) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const passing = filesIn(`${call}.files`).filter((key) => passes(key, options));
  const sent = passing.map((key): [string, StoredObject] => [
    key,
    {
      body: readFileSync(join(`${call}.files`, key)),
      type: after('--content-type') ?? typeOf(key).replace(/^(application\/json);.*$/u, '$1'),
      cacheControl: after('--cache-control'),
    },
  ]);
  if (command === 'cp' && options.includes('--recursive')) return sent;
  if (command !== 'sync' || !options.includes('--size-only')) throw new Error(`unknown: aws s3 ${command}`);
  const kept = new Set(passing);
  const deleted = [...bucket.keys()].filter((key) => passes(key, options) && !kept.has(key));
  return [
    ...sent.filter(([key, { body }]) => bucket.get(key)?.body.length !== body.length),
    ...(options.includes('--delete') ? deleted.map((key): Change => [key, undefined]) : []),
  ];
}

/** Whether the filters of a call take a key: of those that match, the last one counts. A `*` matches slashes too. */
function passes(key: string, options: readonly string[]): boolean {
  return options.reduce((taken, option, index) => {
    const before = options[index - 1];
    if (before !== '--exclude' && before !== '--include') return taken;
    const glob = new RegExp(`^${option.replaceAll(/[.+()[\]{}^$|\\]/gu, String.raw`\$&`).replaceAll('*', '.*')}$`, 'u');
    return glob.test(key) ? before === '--include' : taken;
  }, true);
}
