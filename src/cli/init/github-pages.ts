// GitHub Pages: the workflow that checks pull requests, publishes `main`, and verifies the published site.
import { listsFolder } from './lists.ts';
import { actions, checkoutStep, setUpSteps, verifyCommands } from './ci.ts';

/** The text of `.github/workflows/publish.yml`, which builds with this action, or with the installed command. */
export function githubWorkflow(action: string | undefined): string {
  return `name: Publish

on:
  pull_request:
  push:
    branches: [main]
    # The workflow that imports them publishes as well.
    paths-ignore: [${listsFolder}/**]
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
      - run: npx --no static-course-catalog check
      # What it changes for readers, on the page of this run, and the site to look at.
      - continue-on-error: true
        run: |
          git fetch --quiet --depth 1 origin "$GITHUB_BASE_REF"
          npx --no static-course-catalog diff FETCH_HEAD >> "$GITHUB_STEP_SUMMARY"
      - run: npx --no static-course-catalog build --host github-pages --out dist --quiet
      - uses: ${actions.uploadArtifact}
        with:
          name: site
          path: dist
          include-hidden-files: true

  build:
    if: github.event_name != 'pull_request'
    runs-on: ubuntu-latest
    permissions:
      contents: read
      pages: read
    outputs:
      base_url: \${{ steps.pages.outputs.base_url }}
      # Of this attempt: those of earlier ones remain.
      artifact: github-pages-\${{ github.run_attempt }}
    steps:
${action === undefined ? setUpSteps : checkoutStep}
      # The address of the site: user.github.io, user.github.io/repository, or your own domain.
      - id: pages
        uses: ${actions.configurePages}
${
  action === undefined
    ? `      - run: npx --no static-course-catalog build --host github-pages --out dist
        env:
          COURSE_CATALOG_BASE_URL: \${{ steps.pages.outputs.base_url }}`
    : actionStep(action, '${{ steps.pages.outputs.base_url }}')
}
      - uses: ${actions.uploadPages}
        with:
          name: github-pages-\${{ github.run_attempt }}
          path: dist
          # Without this, files such as .nojekyll and .well-known/ would be left out.
          include-hidden-files: true

  deploy:
    needs: build
    if: github.ref == 'refs/heads/main'
    runs-on: ubuntu-latest
    permissions:
      pages: write
      id-token: write
    environment:
      name: github-pages
      url: \${{ steps.deployment.outputs.page_url }}
    steps:
      - id: deployment
        uses: ${actions.deployPages}
        with:
          artifact_name: \${{ needs.build.outputs.artifact }}

  verify:
    needs: [build, deploy]
    runs-on: ubuntu-latest
    env:
      COURSE_CATALOG_BASE_URL: \${{ needs.build.outputs.base_url }}
    steps:
${setUpSteps}
      # The same source gives the same bytes: the site must serve what is built here.
${
  action === undefined
    ? '      - run: npx --no static-course-catalog build --host github-pages --out dist --quiet'
    : actionStep(action, '${{ needs.build.outputs.base_url }}')
}
      # GitHub Pages may serve cached responses for some minutes.
      - run: |
${verifyCommands('$COURSE_CATALOG_BASE_URL', 10)}
`;
}

/** The step that builds the site for an address into `dist` with our action. */
function actionStep(action: string, address: string): string {
  return `      - uses: ${action}
        with:
          host: github-pages
          out: dist
          base-url: ${address}`;
}
