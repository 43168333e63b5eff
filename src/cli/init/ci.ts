// Continuous integration: the steps that the pipelines for all hosts share.

/** A long-term support release of Node that this package supports. */
export const nodeVersion = 22;

/** A new catalog has no lock file before its first `npm install`, and `npm ci` fails without one. */
export const installCommand = 'if [ -f package-lock.json ]; then npm ci; else npm install; fi';

/** The actions of GitHub in workflows, each by its commit, as a tag can be moved, with its version, by which Dependabot finds a newer one. */
export const actions = {
  checkout: 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
  setupNode: 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0',
  uploadArtifact: 'actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1',
  downloadArtifact: 'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1',
  configurePages: 'actions/configure-pages@45bfe0192ca1faeb007ade9deae92b16b8254a0d # v6.0.0',
  uploadPages: 'actions/upload-pages-artifact@fc324d3547104276b827a68afc52ff2a11cc49c9 # v5.0.0',
  deployPages: 'actions/deploy-pages@cd2ce8fcbc39b97be8ca5fce6e763baed58fa128 # v5.0.0',
} as const;

export const checkoutStep = `      - uses: ${actions.checkout}`;

/** The first steps of a job on GitHub. */
export const setUpSteps = `${checkoutStep}
      - uses: ${actions.setupNode}
        with:
          node-version: ${nodeVersion}
      - run: ${installCommand}`;

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
    `  npx --no static-course-catalog verify "${address}" --against dist --limit 500 && exit 0`,
    `  code=$?; [ "$code" -eq 1 ] || exit "$code"`,
    `  echo "Not deployed completely yet: trying again"`,
    'done',
    'exit 1',
  ]);
}

/** Shell commands that commit what was added, as the bot of GitHub, after others; they end the script if nothing was added. */
export function commitCommands(message: string, ...before: readonly string[]): string {
  return indented(10, [
    'if git diff --cached --quiet; then exit 0; fi',
    ...before,
    "git config user.name 'github-actions[bot]'",
    "git config user.email '41898282+github-actions[bot]@users.noreply.github.com'",
    `git commit --quiet --message '${message}'`,
  ]);
}

/** The step that keeps one issue on GitHub, found by its label and the app that opened it, as people may use the label too: the report of the step `report`, open while that says so. */
export function issueStep(label: string, title: string): string {
  return `      - env:
          OPEN: \${{ steps.report.outputs.open }}
        run: |
          report=$RUNNER_TEMP/${label}.md
          issue=$(gh issue list --label ${label} --app github-actions --state all --limit 1 --json number --jq '.[].number')
          if [ "$OPEN" = true ] && [ -z "$issue" ]; then
            gh label create ${label} --force
            gh issue create --title '${title}' --label ${label} --body-file "$report"
          elif [ -n "$issue" ]; then
            gh issue edit "$issue" --body-file "$report"
            if [ "$OPEN" = true ]; then gh issue reopen "$issue"; else gh issue close "$issue"; fi
          fi`;
}

function indented(indent: number, lines: readonly string[]): string {
  return lines.map((line) => ' '.repeat(indent) + line).join('\n');
}
