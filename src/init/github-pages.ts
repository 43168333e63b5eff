// GitHub Pages: the workflow that checks pull requests, publishes `main`, and verifies the published site.
import {
  checkoutStep,
  commitJournal,
  downloadStep,
  journalPath,
  nodeSteps,
  setUpSteps,
  takeJournal,
  uploadStep,
  verifyCommands,
} from './ci.ts';

/** The text of `.github/workflows/publish.yml`, which builds with this action, or with the installed command. */
export function githubWorkflow(action: string | undefined): string {
  return `name: Publish

on:
  pull_request:
  push:
    branches: [main]
  workflow_dispatch:

# One run at a time for each branch: a newer one would change the site while this one verifies it.
concurrency:
  group: publish-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

permissions:
  contents: read

jobs:
  check:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    steps:
${setUpSteps}
      - run: npx --no course-catalog check

  build:
    if: github.event_name != 'pull_request'
    runs-on: ubuntu-latest
    permissions:
      contents: read
      pages: read
    outputs:
      base_url: \${{ steps.pages.outputs.base_url }}
      tip: \${{ steps.journal.outputs.tip }}
      # Of this attempt: those of earlier ones remain.
      artifact: github-pages-\${{ github.run_attempt }}
    steps:
${checkoutStep}
        with:
          # What changed is dated by the last commit of data/.
          fetch-depth: 0
      # What changed before, as it is now: runs before this one may have committed it after this commit.
      - id: journal
        run: |
${takeJournal('$GITHUB_REF', 10)}
          echo "tip=$(git rev-parse FETCH_HEAD)" >> "$GITHUB_OUTPUT"
${action === undefined ? `${nodeSteps}\n` : ''}      # The address of the site: user.github.io, user.github.io/repository, or your own domain.
      - id: pages
        uses: actions/configure-pages@v6
${
  action === undefined
    ? `      - run: npx --no course-catalog build --host github-pages --out dist --journal
        env:
          COURSE_CATALOG_BASE_URL: \${{ steps.pages.outputs.base_url }}`
    : actionStep(action, '${{ steps.pages.outputs.base_url }}')
}
      - uses: actions/upload-pages-artifact@v5
        with:
          name: github-pages-\${{ github.run_attempt }}
          path: dist
          # Without this, files such as .nojekyll and .well-known/ would be left out.
          include-hidden-files: true
${uploadStep}
        with:
          name: journal
          path: ${journalPath}
          include-hidden-files: true

  # Before anything is published, so that the next build knows of all that clients have read. No package runs in this job: it may push.
  journal:
    needs: build
    if: github.ref == 'refs/heads/main'
    runs-on: ubuntu-latest
    permissions:
      contents: write
    steps:
${checkoutStep}
${downloadJournal}
      - env:
          TIP: \${{ needs.build.outputs.tip }}
        run: |
${commitJournal('main', 'Run all jobs again', 10)}

  deploy:
    needs: [build, journal]
    runs-on: ubuntu-latest
    permissions:
      contents: read
      pages: write
      id-token: write
    environment:
      name: github-pages
      url: \${{ steps.deployment.outputs.page_url }}
    steps:
${checkoutStep}
        with:
          ref: main
${downloadJournal}
      - run: git diff --quiet || { echo "A newer run has written the journal. Start this workflow anew."; exit 1; }
      - id: deployment
        uses: actions/deploy-pages@v5
        with:
          artifact_name: \${{ needs.build.outputs.artifact }}

  verify:
    needs: [build, deploy]
    runs-on: ubuntu-latest
    env:
      COURSE_CATALOG_BASE_URL: \${{ needs.build.outputs.base_url }}
    steps:
${setUpSteps}
${downloadJournal}
      # The same source gives the same bytes: the site must serve what is built here.
${
  action === undefined
    ? '      - run: npx --no course-catalog build --host github-pages --out dist --journal --quiet'
    : actionStep(action, '${{ needs.build.outputs.base_url }}')
}
      # GitHub Pages may serve cached responses for some minutes.
      - run: |
${verifyCommands('$COURSE_CATALOG_BASE_URL', 10)}
`;
}

/** The step that puts the journal of the build in its place. */
const downloadJournal = `${downloadStep}
        with:
          name: journal
          path: data`;

/** The step that builds the site for an address into `dist` with our action. */
function actionStep(action: string, address: string): string {
  return `      - uses: ${action}
        with:
          host: github-pages
          out: dist
          base-url: ${address}
          options: --journal`;
}
