// Next steps: what a person does after `init`, true for what stands in the folder and not only for what was asked for.
import { configFile } from '../configuration.ts';
import { shellWord } from '../site/hosts/notes.ts';
import { hosts } from '../site/hosts/hosts.ts';
import type { Standing } from './kept.ts';
import { packageName, type Project } from './project.ts';

/** Three lines: the command, the catalog, the host. `service` is the last of them where the host builds by itself. */
export function nextSteps(asked: Project, standing: Standing, isInstalled: boolean, service?: string): string[] {
  return [
    installStep(standing, isInstalled),
    'Edit data/ and see the API change: npx course-catalog preview --watch --open',
    service ?? publishStep(asked, standing),
  ];
}

function installStep({ dependency }: Standing, isInstalled: boolean): string {
  if (dependency === undefined) {
    return `Install the command: npm install ${packageName} (package.json was there and stays as it is).`;
  }
  const files = dependency.startsWith('file:') ? 'package-lock.json and the .tgz' : 'package-lock.json';
  return isInstalled
    ? `The command is installed: commit ${files} with the rest.`
    : `Install the command: npm install, and commit ${files} with the rest.`;
}

/** A host that publishes what was built here: the command, with the options that the configuration does not hold. */
function publishStep({ host, baseUrl }: Project, standing: Standing): string {
  if (host === 'http-server') {
    return `Publish it: choose a host with npx course-catalog hosts; set host and baseUrl in ${configFile}.`;
  }
  const address = baseUrl ?? standing.baseUrl;
  const options = [
    ...(standing.host === host ? [] : ['--host', host]),
    ...(address === undefined || address === standing.baseUrl ? [] : ['--base-url', shellWord(address)]),
  ];
  const first = address === undefined ? `set baseUrl in ${configFile}, then ` : '';
  const build = ['npx course-catalog build', ...options].join(' ');
  return `Publish it: ${first}${build}; its last lines say what ${hosts[host].title} needs.`;
}
