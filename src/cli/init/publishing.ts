// Publishing: the files that each host needs, and the steps to publish a catalog there.
import type { HostName } from '../../hosts/hosts.ts';
import { addLabel, courseFormFiles } from './course-form.ts';
import { configFile } from '../../options/configuration.ts';
import { githubWorkflow } from './github-pages.ts';
import { gitlabPipeline } from './gitlab-pages.ts';
import { linkFiles } from './links.ts';
import { listWorkflowFiles } from './lists.ts';
import type { Project, ServiceFiles } from './project.ts';

export function publishingFor({ host, baseUrl, version, repository }: Project): ServiceFiles {
  return services[host]?.(baseUrl, actionIn(repository, version)) ?? manual;
}

/** Our action in the repository that this package was released from, by the tag of its major version; undefined if it names none. */
function actionIn(repository: string | undefined, version: string): string | undefined {
  const [, name] = /^git\+https:\/\/github\.com\/(.+)\.git$/u.exec(repository ?? '') ?? [];
  return name === undefined ? undefined : `${name}@v${version.slice(0, version.indexOf('.'))}`;
}

/** Netlify sets `URL` to the address of the site, and `DEPLOY_PRIME_URL` to that of a preview of a pull request. */
const netlifyConfiguration = `[build]
  command = "npx --no static-course-catalog build --host netlify --out dist --base-url $URL"
  publish = "dist"

[context.deploy-preview]
  command = "npx --no static-course-catalog build --host netlify --out dist --base-url $DEPLOY_PRIME_URL"

[context.branch-deploy]
  command = "npx --no static-course-catalog build --host netlify --out dist --base-url $DEPLOY_PRIME_URL"
`;

/** Hosts whose build service is configured by a file in the repository. A new one is a new row; on other hosts, publishing is manual. */
const services: Partial<Record<HostName, (baseUrl: string | undefined, action: string | undefined) => ServiceFiles>> = {
  'github-pages': (_, action) => ({
    files: [
      { path: '.github/workflows/publish.yml', text: githubWorkflow(action), host: 'github-pages' },
      ...listWorkflowFiles,
      ...linkFiles,
      ...courseFormFiles,
    ],
    steps: `Once: in the repository on GitHub, under Settings > Pages, set the source to GitHub Actions. From then on \`.github/workflows/publish.yml\` checks every pull request and publishes every push to \`main\`. Its last job, \`verify\`, proves that the published API is complete and correct.

Whoever has a list and no Git uploads it on GitHub into \`lists/\`: see the README there.

Every Monday \`.github/workflows/links.yml\` asks for addresses of the courses. An issue names those that are dead.

Whoever knows a single course fills in the form under Issues > New issue. Give such an issue the label \`${addLabel}\`, and \`.github/workflows/courses.yml\` makes a pull request that says what \`check\` says: merge it, or edit the issue and give it the label again. Once: under Settings > Actions > General, allow GitHub Actions to create pull requests.`,
    next: 'Publish it: on GitHub, set Settings > Pages > Source to GitHub Actions, then push to main; the workflow does the rest.',
  }),
  'gitlab-pages': (baseUrl) => ({
    files: [{ path: '.gitlab-ci.yml', text: gitlabPipeline(baseUrl), host: 'gitlab-pages' }],
    steps: `Push to GitLab. \`.gitlab-ci.yml\` checks every merge request and publishes every push to the default branch; Deploy > Pages shows the address of the site. Its last job, \`verify\`, proves that the published API is complete and correct; so that it can be read without an account, set Settings > General > Visibility > Pages to Everyone.`,
    next: 'Publish it: push to GitLab; .gitlab-ci.yml checks, publishes and verifies. Deploy > Pages shows the address.',
  }),
  netlify: (baseUrl) => ({
    files: [{ path: 'netlify.toml', text: netlifyConfiguration, host: 'netlify' }],
    steps: `Push to a Git host and choose the repository at Netlify, under Add new project; \`netlify.toml\` configures the rest. Netlify publishes every push to the main branch, and each pull request at its own address. Then verify the published API:

\`\`\`
npx --no static-course-catalog verify ${baseUrl ?? 'https://NAME.netlify.app'}
\`\`\``,
    next: 'Publish it: choose the repository at Netlify, under Add new project; netlify.toml configures the rest.',
  }),
};

/** Names neither host nor address, because this text stays the same when they change in the configuration. */
const manual: ServiceFiles = {
  files: [],
  steps: `Set \`host\`, one of those that \`npx --no static-course-catalog hosts\` lists, and \`baseUrl\`, the address of the site, in \`${configFile}\`. The last lines of a build then say what to do with \`dist\`. After that, \`verify\` proves that the published API is complete and correct.

\`\`\`
npx --no static-course-catalog build
npx --no static-course-catalog verify
\`\`\`

GitHub Pages, GitLab Pages and Netlify run the build themselves: with one of them as \`host\`, \`npx --no static-course-catalog init\` adds the file that they need, and overwrites nothing.`,
};
