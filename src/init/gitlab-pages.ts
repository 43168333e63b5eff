// GitLab Pages: the pipeline that checks merge requests, publishes the default branch, and verifies the published site.
import { verifyCommands, commitJournal, installCommand, nodeVersion, takeJournal } from './ci.ts';

/** The text of `.gitlab-ci.yml`. It contains a base URL on the site's own domain, which GitLab's variables do not give. */
export function gitlabPipeline(baseUrl: string | undefined): string {
  return `# Needs GitLab 17.9 or newer, for pages: publish.
image: node:${nodeVersion}

stages: [check, deploy, verify]

variables:
  # The address of the site. If it has its own domain, write that address here.
  SITE_URL: ${addressOf(baseUrl)}

default:
  before_script:
    - ${installCommand}

check:
  stage: check
  script:
    - npx --no course-catalog check
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"

# The folder is dist, not GitLab's default public, where a catalog keeps files to publish unchanged. The journal of what changed is
# committed before anything is published, so that the next build knows of all that clients have read: under Settings > CI/CD > Job token
# permissions, allow Git push requests to the repository. The push has the rights of whoever starts the pipeline.
pages:
  stage: deploy
  # One at a time: each begins with the journal of the one before.
  resource_group: publish
  # With an environment, GitLab prevents that an older pipeline publishes after a newer one.
  environment: production
  variables:
    # What changed is dated by the last commit of data/.
    GIT_DEPTH: 0
  script:
    - |
${takeJournal('$CI_COMMIT_BRANCH', 6)}
      TIP=$(git rev-parse FETCH_HEAD)
    - npx --no course-catalog build --host gitlab-pages --out dist --base-url "$SITE_URL" --journal
    - |
${commitJournal('$CI_COMMIT_BRANCH', 'Retry the job', 6)}
  artifacts:
    paths: [dist]
  pages:
    publish: dist
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH

# dist comes from the job above; once it is deployed, the site must serve the same bytes.
verify:
  stage: verify
  script:
    - |
${verifyCommands('$SITE_URL', 6)}
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`;
}

function addressOf(baseUrl: string | undefined): string {
  const isOwn = baseUrl !== undefined && !new URL(baseUrl).hostname.endsWith('.gitlab.io');
  return isOwn ? baseUrl : '$CI_PAGES_URL';
}
