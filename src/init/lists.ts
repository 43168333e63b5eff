// Lists that are uploaded in a browser: the workflow that imports them on GitHub, and asks in an issue what they do not say.
import { setUpSteps } from './ci.ts';
import type { InitFile } from './project.ts';

/** The folder for lists. */
export const listsFolder = 'lists';

/** By it the workflow finds its issue again. */
const label = 'lists';

/** The text of `.github/workflows/lists.yml`. A commit by a workflow starts no other one, so it starts the one that publishes. */
const workflow = `name: Import lists

on:
  push:
    branches: [main]
    paths: [${listsFolder}/**, '!${listsFolder}/README.md']
  workflow_dispatch:

# One after the other: each begins with what the one before has committed.
concurrency:
  group: ${label}

permissions:
  contents: read

jobs:
  import:
    runs-on: ubuntu-latest
    permissions:
      contents: write
      issues: write
      actions: write
    env:
      GH_TOKEN: \${{ github.token }}
    steps:
${setUpSteps.replace('checkout@v7', 'checkout@v7\n        with:\n          ref: ${{ github.ref_name }}')}
      # If a list cannot be read, or has questions, its courses stay as they are.
      - id: import
        run: |
          report=$RUNNER_TEMP/lists.md
          npx --no course-catalog import ${listsFolder} --prune --report "$report" && open=false || open=true
          cat "$report" >> "$GITHUB_STEP_SUMMARY"
          echo "open=$open" >> "$GITHUB_OUTPUT"
      - run: |
          git add --all data course-catalog.config.json
          if git diff --cached --quiet; then exit 0; fi
          npx --no course-catalog diff >> "$GITHUB_STEP_SUMMARY"
          git config user.name 'github-actions[bot]'
          git config user.email '41898282+github-actions[bot]@users.noreply.github.com'
          git commit --quiet --message 'Import lists'
          git pull --quiet --rebase
          git push --quiet
          gh workflow run publish.yml --ref "$GITHUB_REF_NAME"
      # One issue says what is left to do, and is closed when nothing is.
      - env:
          OPEN: \${{ steps.import.outputs.open }}
        run: |
          report=$RUNNER_TEMP/lists.md
          issue=$(gh issue list --label ${label} --state all --limit 1 --json number --jq '.[].number')
          if [ "$OPEN" = true ] && [ -z "$issue" ]; then
            gh label create ${label} --force
            gh issue create --title 'Your lists have questions' --label ${label} --body-file "$report"
          elif [ -n "$issue" ]; then
            gh issue edit "$issue" --body-file "$report"
            if [ "$OPEN" = true ]; then gh issue reopen "$issue"; else gh issue close "$issue"; fi
          fi
`;

const readme = `# Lists of courses

Upload a spreadsheet here: on this page, choose Add file, then Upload files. Its courses are on the site some minutes later. For other courses, upload it again under the same name.

If the list does not say everything, an issue asks for the rest, under Issues.

Everybody can see what is in a public repository: also the remarks, hidden columns and hidden sheets of a list.
`;

export const listFiles: readonly InitFile[] = [
  { path: '.github/workflows/lists.yml', text: workflow, host: 'github-pages' },
  { path: `${listsFolder}/README.md`, text: readme },
];
