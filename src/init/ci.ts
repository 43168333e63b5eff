// Continuous integration: the steps that the pipelines for all hosts share.

/** A long-term support release of Node that this package supports. */
export const nodeVersion = 22;

/** A new catalog has no lock file before its first `npm install`, and `npm ci` fails without one. */
export const installCommand = 'if [ -f package-lock.json ]; then npm ci; else npm install; fi';

export const checkoutStep = '      - uses: actions/checkout@v7';

/** The steps of a job on GitHub that install the command. */
export const nodeSteps = `      - uses: actions/setup-node@v7
        with:
          node-version: ${nodeVersion}
      - run: ${installCommand}`;

/** The steps, up to their inputs, that hand a file from one job on GitHub to another. */
export const uploadStep = '      - uses: actions/upload-artifact@v7';
export const downloadStep = '      - uses: actions/download-artifact@v8';

/** The first steps of a job on GitHub. */
export const setUpSteps = `${checkoutStep}\n${nodeSteps}`;

export const journalPath = 'data/.journal.ndjson';

/** Shell commands that take the journal from the tip of a branch, where an earlier run may have committed a newer one than that of this commit. */
export function takeJournal(branch: string, indent: number): string {
  return indented(indent, [
    `git fetch --quiet origin "${branch}"`,
    `there=$(git ls-tree FETCH_HEAD ${journalPath})`,
    `if [ -n "$there" ]; then git checkout --quiet FETCH_HEAD -- ${journalPath}; else rm -f ${journalPath}; fi`,
  ]);
}

/**
 * Shell commands that commit the journal of a build to a branch, unless the branch has another journal than its commit TIP, which the
 * build began with: then a person has to `retry`.
 */
export function commitJournal(branch: string, retry: string, indent: number): string {
  return indented(indent, [
    'for wait in 0 5 10 20 40; do',
    '  sleep "$wait"',
    `  git fetch --quiet origin "${branch}" || continue`,
    '  git reset --quiet FETCH_HEAD',
    `  git add ${journalPath}`,
    '  git diff --cached --quiet && exit 0',
    `  if ! git diff --quiet "$TIP" FETCH_HEAD -- ${journalPath}; then`,
    `    echo "Nothing is published: ${branch} has another journal than this build began with. ${retry}."`,
    '    exit 1',
    '  fi',
    '  git -c user.name=journal -c user.email=journal@localhost commit --quiet --message "Keep the journal [skip ci]"',
    `  git push --quiet origin "HEAD:${branch}" && exit 0`,
    'done',
    `echo "Nothing is published: the journal cannot be pushed to ${branch}. Allow it, or build without --journal."`,
    'exit 1',
  ]);
}

/** Seconds to wait before each attempt: in total more than the ten minutes for which a host may serve cached responses. */
const waits = [10, 20, 30, 60, 120, 180, 240];

/**
 * Shell commands that verify a site until it matches the build in `dist` or the attempts run out. Only exit code 1, which means that the
 * site differs or does not answer yet, is worth another attempt.
 */
export function verifyCommands(address: string, indent: number): string {
  return indented(indent, [
    `for wait in ${waits.join(' ')}; do`,
    `  sleep "$wait"`,
    `  npx --no course-catalog verify "${address}" --against dist --sample 500 && exit 0`,
    `  code=$?; [ "$code" -eq 1 ] || exit "$code"`,
    `  echo "Not deployed completely yet: trying again"`,
    'done',
    'exit 1',
  ]);
}

function indented(indent: number, lines: readonly string[]): string {
  return lines.map((line) => ' '.repeat(indent) + line).join('\n');
}
