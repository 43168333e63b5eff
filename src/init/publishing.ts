// Publishing: what each host needs of a catalog's folder, and what a person does to get it there.
import { configFile } from '../configuration.ts';
import type { HostName } from '../site/hosts/hosts.ts';
import { githubWorkflow } from './github-pages.ts';
import { gitlabPipeline } from './gitlab-pages.ts';
import { netlifyConfiguration } from './netlify.ts';
import type { InitFile } from './project.ts';

export interface Publishing {
  /** What the host's own build service reads. */
  readonly files: readonly InitFile[];
  /** For the catalog's README, in Markdown. */
  readonly steps: string;
  /** The same in one line; absent where a person publishes what was built by hand. */
  readonly next?: string;
}

/** How a catalog gets onto a host. */
export function publishingOn(host: HostName, baseUrl: string | undefined): Publishing {
  return services[host]?.(baseUrl) ?? byHand;
}

/** Hosts that build from a repository by a file in it. A new one is a new row; every other host is published by hand. */
const services: Partial<Record<HostName, (baseUrl: string | undefined) => Publishing>> = {
  'github-pages': () => ({
    files: [{ path: '.github/workflows/publish.yml', text: githubWorkflow(), host: 'github-pages' }],
    steps: `Once: in the repository on GitHub, under Settings, Pages, set the source to GitHub Actions. From then on \`.github/workflows/publish.yml\` checks every pull request, and publishes whatever reaches \`main\`. Its last job, \`verify\`, proves that the API is there and whole.`,
    next: 'Publish it: push to GitHub as main, once Settings > Pages > Source is GitHub Actions; the workflow does the rest.',
  }),
  'gitlab-pages': (baseUrl) => ({
    files: [{ path: '.gitlab-ci.yml', text: gitlabPipeline(baseUrl), host: 'gitlab-pages' }],
    steps: `Push to GitLab. \`.gitlab-ci.yml\` checks every merge request, and publishes whatever reaches the default branch; the address of the site stands under Deploy, Pages. Its last job, \`verify\`, proves that the API is there and whole; to let programs without an account read it, set Settings, General, Visibility, Pages to Everyone.`,
    next: 'Publish it: push to GitLab; .gitlab-ci.yml checks, publishes and verifies. Deploy > Pages shows the address.',
  }),
  netlify: (baseUrl) => ({
    files: [{ path: 'netlify.toml', text: netlifyConfiguration(), host: 'netlify' }],
    steps: `Push to a Git host and choose the repository at Netlify, under Add new project; \`netlify.toml\` tells it the rest. It publishes every push to the main branch, and each pull request at an address of its own. Then hold the API against its promises:

\`\`\`
npx course-catalog verify ${baseUrl ?? 'https://NAME.netlify.app'}
\`\`\``,
    next: 'Publish it: choose the repository at Netlify, under Add new project; netlify.toml tells it the rest.',
  }),
};

/** Names neither host nor address: this text stays in the folder when they change in the configuration. */
const byHand: Publishing = {
  files: [],
  steps: `\`${configFile}\` says where: \`host\`, one of those that \`npx course-catalog hosts\` lists, and \`baseUrl\`, the address of the site. When both are right, the last lines of the build say what to do with \`dist\`; when that is done, \`verify\` proves that the API is there and whole.

\`\`\`
npx course-catalog build
npx course-catalog verify
\`\`\`

GitHub Pages, GitLab Pages and Netlify build by themselves: with one of them as \`host\`, \`npx course-catalog init\` adds the file that they read, and overwrites nothing.`,
};
