// Lists that are uploaded in a browser: the workflow that imports them on GitHub, and asks in an issue what they do not say.
import { checkoutStep, commitCommands, issueStep, setUpSteps } from './ci.ts';
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
${setUpSteps.replace(checkoutStep, `${checkoutStep}\n        with:\n          ref: \${{ github.ref_name }}`)}
      # If a list cannot be read, or has questions, its courses stay as they are.
      - id: report
        run: |
          report=$RUNNER_TEMP/lists.md
          npx --no static-course-catalog import ${listsFolder} --prune --report "$report" && open=false || open=true
          cat "$report" >> "$GITHUB_STEP_SUMMARY"
          echo "open=$open" >> "$GITHUB_OUTPUT"
      - run: |
          git add --all data course-catalog.config.json
${commitCommands('Import lists', 'npx --no static-course-catalog diff >> "$GITHUB_STEP_SUMMARY" || true')}
          git pull --quiet --rebase
          git push --quiet
          gh workflow run publish.yml --ref "$GITHUB_REF_NAME"
      # One issue says what is left to do, and is closed when nothing is.
${issueStep(label, 'Your lists have questions')}
`;

const readme = `# Lists of courses

Upload a spreadsheet here: on this page, choose Add file, then Upload files. Its courses are on the site some minutes later. For other courses, upload it again under the same name.

If the list does not say everything, an issue asks for the rest, under Issues.

Everybody can see what is in a public repository: also the remarks, hidden columns and hidden sheets of a list.
`;

export const listWorkflowFiles: readonly InitFile[] = [
  { path: '.github/workflows/lists.yml', text: workflow, host: 'github-pages' },
  { path: `${listsFolder}/README.md`, text: readme },
];
