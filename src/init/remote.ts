// The Git remote of a folder: where its repository lies, and what follows from it for where its site will be.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostName } from '../site/hosts/hosts.ts';
import { readBaseUrl, UsageError } from '../values.ts';

export interface Remote {
  /** `github.com`, in lower case. */
  readonly server: string;
  /** `user` or `group`, in lower case, as it stands in the address of a site. */
  readonly owner: string;
  /** What follows the owner, without `.git`; of a GitLab project in subgroups `subgroup/project`. */
  readonly repository: string;
}

/** The remote `origin` of the repository that the folder is the root of; undefined where it has none that can be read. */
export function readRemote(folder: string): Remote | undefined {
  try {
    return remoteOf(readFileSync(join(folder, '.git', 'config'), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The host that goes with a Git server, and the address that it gives a repository's site unless told otherwise;
 * undefined for a name that no site can be built for.
 */
export function siteOf({
  server,
  owner,
  repository,
}: Remote): { host: HostName; baseUrl: string | undefined } | undefined {
  const site = pagesSites[server];
  if (site === undefined) return undefined;
  const { host, domain } = site;
  const home = `${owner}.${domain}`;
  const path = repository.toLowerCase() === home ? '' : `/${repository}`;
  return { host, baseUrl: addressFrom(`https://${home}${path}`) };
}

function addressFrom(text: string): string | undefined {
  try {
    return readBaseUrl(text);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

const pagesSites: Partial<Record<string, { readonly host: HostName; readonly domain: string }>> = {
  'github.com': { host: 'github-pages', domain: 'github.io' },
  'gitlab.com': { host: 'gitlab-pages', domain: 'gitlab.io' },
};

function remoteOf(config: string): Remote | undefined {
  const section = /^\s*\[remote "origin"\]([^[]*)/mu.exec(config)?.[1];
  const url = section === undefined ? undefined : /^\s*url\s*=\s*(\S+)\s*$/mu.exec(section)?.[1];
  // `git@github.com:user/repo.git` and `https://token@github.com/user/repo` alike; a port does not matter.
  const parts = /^(?:\w+:\/\/)?(?:[^/@]*@)?([^/:]+)(?::\d+\/|[:/])\/?([^/]+)\/(.+?)(?:\.git)?\/?$/u.exec(url ?? '');
  const [, server, owner, repository] = parts ?? [];
  if (server === undefined || owner === undefined || repository === undefined) return undefined;
  return { server: server.toLowerCase(), owner: owner.toLowerCase(), repository };
}
