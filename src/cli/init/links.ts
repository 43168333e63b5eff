// Dead addresses: a GitHub workflow that requests the URLs of a catalog every week, and keeps one issue about dead ones.
import { commitCommands, issueStep, setUpSteps } from './ci.ts';
import type { InitFile } from './project.ts';

/** The branch with the history file. */
const name = 'links';
/** The workflow finds its issue again by this label. */
const label = 'dead-links';

/** The text of `.github/workflows/links.yml`. */
const workflow = `name: Check links

on:
  schedule:
    # Mondays, not at a full hour, when many workflows start.
    - cron: '23 4 * * 1'
  workflow_dispatch:

# One after the other: each run starts with the history of the one before.
concurrency:
  group: ${name}

permissions:
  contents: read

jobs:
  links:
    runs-on: ubuntu-latest
    permissions:
      contents: write
      issues: write
    env:
      GH_TOKEN: \${{ github.token }}
    steps:
${setUpSteps}
      # The history file is on a branch of its own, which nobody has to pull, in a folder beside the catalog.
      - run: |
          branch=$RUNNER_TEMP/${name}
          if git ls-remote --exit-code --heads origin ${name} > /dev/null; then
            git fetch --quiet --depth=1 origin ${name}
            git worktree add --quiet -B ${name} "$branch" FETCH_HEAD
            cp "$branch/.links.ndjson" data/
          else
            git worktree add --quiet --detach --no-checkout "$branch"
            git -C "$branch" switch --quiet --orphan ${name}
          fi
      - id: report
        run: |
          report=$RUNNER_TEMP/${label}.md
          npx --no static-course-catalog links --limit 5000 --report "$report" && open=false || open=true
          cat "$report" >> "$GITHUB_STEP_SUMMARY"
          echo "open=$open" >> "$GITHUB_OUTPUT"
      - run: |
          cp data/.links.ndjson "$RUNNER_TEMP/${name}/"
          cd "$RUNNER_TEMP/${name}"
          git add .links.ndjson
${commitCommands('Record the answers of the addresses')}
          git push --quiet origin ${name}
      # One issue says which addresses are dead, and is closed when none are.
${issueStep(label, 'Some addresses are dead')}
`;

export const linkFiles: readonly InitFile[] = [
  { path: '.github/workflows/links.yml', text: workflow, host: 'github-pages' },
];
