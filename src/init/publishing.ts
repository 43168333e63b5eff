// Publishing: what each host needs of a catalog's folder, and what a person does to get it there.
import { configFile } from '../configuration.ts';
import { hosts, type HostName } from '../site/hosts/hosts.ts';
import { githubWorkflow } from './github-pages.ts';
import { gitlabPipeline } from './gitlab-pages.ts';
import { netlifyConfiguration } from './netlify.ts';
import type { InitFile } from './project.ts';

export interface Publishing {
  /** What the host's own build service reads. */
  readonly files: readonly InitFile[];
  /** For the catalog's README, in Markdown. */
  readonly steps: string;
  /** The same in one line. */
  readonly next: string;
}

/** How a catalog gets onto a host. */
export function publishingOn(host: HostName, baseUrl: string | undefined): Publishing {
  return services[host]?.(baseUrl) ?? byHand(host, baseUrl);
}

/** Hosts that build from a repository by a file in it. A new one is a new row; every other host is published by hand. */
const services: Partial<Record<HostName, (baseUrl: string | undefined) => Publishing>> = {
  'github-pages': () => ({
    files: [{ path: '.github/workflows/publish.yml', text: githubWorkflow() }],
    steps: `Once: in the repository on GitHub, under Settings, Pages, set the source to GitHub Actions. From then on \`.github/workflows/publish.yml\` checks every pull request, and publishes whatever reaches \`main\`. Its last job, \`verify\`, proves that the API is there and whole.`,
    next: 'Publish it: push to GitHub as main, once Settings > Pages > Source is GitHub Actions; the workflow does the rest.',
  }),
  'gitlab-pages': (baseUrl) => ({
    files: [{ path: '.gitlab-ci.yml', text: gitlabPipeline(baseUrl) }],
    steps: `Push to GitLab. \`.gitlab-ci.yml\` checks every merge request, and publishes whatever reaches the default branch. Its last job, \`verify\`, proves that the API is there and whole; to let programs without an account read it, set Settings, General, Visibility, Pages to Everyone.`,
    next: 'Publish it: push to GitLab; .gitlab-ci.yml checks, publishes and verifies.',
  }),
  netlify: (baseUrl) => ({
    files: [{ path: 'netlify.toml', text: netlifyConfiguration() }],
    steps: `Push to a Git host and choose the repository at Netlify, under Add new project; \`netlify.toml\` tells it the rest. It publishes every push to the main branch, and each pull request at an address of its own. Then hold the API against its promises:

\`\`\`
npx course-catalog verify ${baseUrl ?? 'https://NAME.netlify.app'}
\`\`\``,
    next: 'Publish it: choose the repository at Netlify, under Add new project; netlify.toml tells it the rest.',
  }),
};

function byHand(host: HostName, baseUrl: string | undefined): Publishing {
  const { title } = hosts[host];
  if (host === 'http-server') {
    return {
      files: [],
      steps: `This catalog has no host yet: set \`host\` and \`baseUrl\` in \`${configFile}\`. \`npx course-catalog hosts\` lists what each host can do.`,
      next: `Publish it: choose a host with npx course-catalog hosts; set host and baseUrl in ${configFile}.`,
    };
  }
  const address = baseUrl === undefined ? `Set \`baseUrl\` in \`${configFile}\` to the address of the site. ` : '';
  return {
    files: [],
    steps: `${address}The last lines of the build say what to do with \`dist\` on ${title}; when that is done, \`verify\` proves that the API is there and whole.

\`\`\`
npx course-catalog build
npx course-catalog verify ${baseUrl ?? 'https://YOUR-ADDRESS'}
\`\`\``,
    next: `Publish it: ${baseUrl === undefined ? `set baseUrl in ${configFile}, then ` : ''}npx course-catalog build; its last lines say what ${title} needs.`,
  };
}
