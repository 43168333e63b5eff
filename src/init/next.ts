// Next steps: what to do after `init`, given what is actually in the folder.
import { configFile } from '../options/configuration.ts';
import { shellWord } from '../text/shell.ts';
import { hosts } from '../hosts/hosts.ts';
import type { ExistingProject } from './kept.ts';
import { packageName, type Project } from './project.ts';

/** Three lines: install, edit, publish. `service` is the last line if the host's own service runs the build. */
export function nextSteps(asked: Project, existing: ExistingProject, isInstalled: boolean, service?: string): string[] {
  return [
    installStep(existing, isInstalled),
    `${asked.imported === undefined ? 'Edit data/ and see the API change' : 'See your catalog'}: npx course-catalog preview --watch --open`,
    service ?? publishStep(asked, existing),
  ];
}

function installStep({ dependency }: ExistingProject, isInstalled: boolean): string {
  if (dependency === undefined) {
    return `Install the command: npm install ${packageName} (your package.json was kept).`;
  }
  const files = dependency.startsWith('file:') ? 'package-lock.json and the .tgz' : 'package-lock.json';
  return isInstalled
    ? `The command is installed: commit ${files} with the rest.`
    : `Install the command: npm install, and commit ${files} with the rest.`;
}

/** The build command, with the options that are missing in the configuration. */
function publishStep({ host, baseUrl }: Project, existing: ExistingProject): string {
  if (host === 'http-server') {
    return `Publish it: choose a host with npx course-catalog hosts; set host and baseUrl in ${configFile}.`;
  }
  const address = baseUrl ?? existing.baseUrl;
  const options = [
    ...(existing.host === host ? [] : ['--host', host]),
    ...(address === undefined || address === existing.baseUrl ? [] : ['--base-url', shellWord(address)]),
  ];
  const first = address === undefined ? `set baseUrl in ${configFile}, then ` : '';
  const build = ['npx course-catalog build', ...options].join(' ');
  return `Publish it: ${first}${build}; its last lines say what ${hosts[host].title} needs.`;
}
