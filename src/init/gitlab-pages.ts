// GitLab Pages: the pipeline that checks merge requests, publishes the default branch, and proves what it published.
import { attempts, installCommand, nodeVersion } from './ci.ts';

/** The text of `.gitlab-ci.yml`; a base URL on a domain of one's own is not known to GitLab's variables. */
export function gitlabPipeline(baseUrl: string | undefined): string {
  return `# Needs GitLab 17.9 or newer, for pages: publish.
image: node:${nodeVersion}

stages: [check, deploy, verify]

variables:
  # The address of the site. On a domain of your own, write that address here.
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

# The folder is dist and not GitLab's usual public, which is where a catalog keeps files to publish as they are.
pages:
  stage: deploy
  script:
    - npx --no course-catalog build --host gitlab-pages --out dist --base-url "$SITE_URL"
  artifacts:
    paths: [dist]
  pages:
    publish: dist
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH

# dist is handed on from the job above; the site must answer the same bytes, once it has been deployed.
verify:
  stage: verify
  script:
    - |
${attempts('$SITE_URL', 'dist', 6)}
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`;
}

function addressOf(baseUrl: string | undefined): string {
  const isOwn = baseUrl !== undefined && !new URL(baseUrl).hostname.endsWith('.gitlab.io');
  return isOwn ? baseUrl : '$CI_PAGES_URL';
}
