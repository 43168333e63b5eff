// The Git remote of a folder: suggests the host and the address of its site.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../errors.ts';
import type { HostName } from '../hosts/hosts.ts';
import { siteAddress, whyInvalid } from '../options/parse.ts';

export interface Remote {
  /** `github.com`, in lower case. */
  readonly server: string;
  /** `user` or `group`, in lower case, as in the address of a site. */
  readonly owner: string;
  /** The path after the owner, without `.git`; for a GitLab project in subgroups, `subgroup/project`. */
  readonly repository: string;
}

/** The remote `origin` of the repository whose root is the folder; undefined if none can be read. */
export function readRemote(folder: string): Remote | undefined {
  return attempt(() => remoteOf(readFileSync(join(folder, '.git', 'config'), 'utf8')));
}

/**
 * The host that belongs to a Git server, and the default address of a repository's site there. Undefined for other servers;
 * the address is undefined if `--base-url` would not accept it.
 */
export function siteOf(remote: Remote): { host: HostName; baseUrl: string | undefined } | undefined {
  const site = pagesSites[remote.server];
  if (site === undefined) return undefined;
  const { host, domain } = site;
  const home = `${remote.owner}.${domain}`;
  const path = remote.repository.toLowerCase() === home ? '' : `/${remote.repository}`;
  const baseUrl = `https://${home}${path}`;
  return { host, baseUrl: whyInvalid(baseUrl, siteAddress) === undefined ? siteAddress.read(baseUrl) : undefined };
}

const pagesSites: Partial<Record<string, { readonly host: HostName; readonly domain: string }>> = {
  'github.com': { host: 'github-pages', domain: 'github.io' },
  'gitlab.com': { host: 'gitlab-pages', domain: 'gitlab.io' },
};

function remoteOf(config: string): Remote | undefined {
  const section = /^\s*\[remote "origin"\]([^[]*)/mu.exec(config)?.[1];
  const url = section === undefined ? undefined : /^\s*url\s*=\s*(\S+)\s*$/mu.exec(section)?.[1];
  // Matches both `git@github.com:user/repo.git` and `https://token@github.com/user/repo`, with or without a port.
  const parts = /^(?:\w+:\/\/)?(?:[^/@]*@)?([^/:]+)(?::\d+\/|[:/])\/?([^/]+)\/(.+?)(?:\.git)?\/?$/u.exec(url ?? '');
  const [, server, owner, repository] = parts ?? [];
  if (server === undefined || owner === undefined || repository === undefined) return undefined;
  return { server: server.toLowerCase(), owner: owner.toLowerCase(), repository };
}
