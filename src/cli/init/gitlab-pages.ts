// GitLab Pages: the pipeline that checks merge requests, publishes the default branch, and verifies the published site.
import { verifyCommands, installCommand, nodeVersion } from './ci.ts';

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
    - npx --no static-course-catalog check
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"

# The folder is dist, not GitLab's default public, where a catalog keeps files to publish unchanged.
pages:
  stage: deploy
  # With an environment, GitLab keeps an older pipeline from publishing after a newer one.
  environment: production
  script:
    - npx --no static-course-catalog build --host gitlab-pages --out dist --base-url "$SITE_URL"
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
