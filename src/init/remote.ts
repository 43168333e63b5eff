// The Git remote of a folder: suggests the host and the address of its site.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../errors.ts';
import type { HostName } from '../hosts/hosts.ts';
import { siteAddress, whyInvalid } from '../options/parse.ts';

/**
 * The host that belongs to the Git server of the repository whose root is the folder, and the default address of its site there. Undefined
 * for other servers; the address is undefined if `--base-url` would not accept it.
 */
export function siteOfRemote(folder: string): { host: HostName; baseUrl: string | undefined } | undefined {
  const config = attempt(() => readFileSync(join(folder, '.git', 'config'), 'utf8')) ?? '';
  const section = /^\s*\[remote "origin"\]([^[]*)/mu.exec(config)?.[1] ?? '';
  const url = /^\s*url\s*=\s*(\S+)\s*$/mu.exec(section)?.[1] ?? '';
  // Matches both `git@github.com:user/repo.git` and `https://token@github.com/user/repo`, with or without a port.
  const parts = /^(?:\w+:\/\/)?(?:[^/@]*@)?([^/:]+)(?::\d+\/|[:/])\/?([^/]+)\/(.+?)(?:\.git)?\/?$/u.exec(url);
  const [, server = '', owner = '', repository = ''] = parts ?? [];
  const site = pagesSites[server.toLowerCase()];
  if (site === undefined) return undefined;
  const { host, domain } = site;
  const home = `${owner.toLowerCase()}.${domain}`;
  const baseUrl = `https://${home}${repository.toLowerCase() === home ? '' : `/${repository}`}`;
  return { host, baseUrl: whyInvalid(baseUrl, siteAddress) === undefined ? siteAddress.read(baseUrl) : undefined };
}

const pagesSites: Partial<Record<string, { readonly host: HostName; readonly domain: string }>> = {
  'github.com': { host: 'github-pages', domain: 'github.io' },
  'gitlab.com': { host: 'gitlab-pages', domain: 'gitlab.io' },
};
