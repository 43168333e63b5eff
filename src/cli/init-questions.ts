// Questions of `init`: asked on a terminal for the options that were not given.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import input from '@inquirer/input';
import select from '@inquirer/select';
import { attempt } from '../text/errors.ts';
import { hostNames, hosts, type HostName } from '../hosts/hosts.ts';
import { siteAddress, whyInvalid } from '../options/value-kinds.ts';
import { escapeInvisible } from '../text/terminal.ts';
import { prompt, type Terminal } from './prompt.ts';

export interface InitAnswers<Host = HostName> {
  readonly host: Host;
  readonly baseUrl: string | undefined;
}

/** Asks for a file or an address to import; undefined to start from the sample. */
export async function askSource(terminal: Terminal): Promise<string | undefined> {
  const lists = readdirSync(terminal.folder).filter((name) => isList.test(name));
  const other = lists.length > 0 ? 'another' : 'a';
  const choices = [
    // Their endings tell them from the other values.
    ...lists.slice(0, maxLists).map((name) => ({ value: name, name: escapeInvisible(`Yes, ${name}`) })),
    {
      value: 'file',
      name: `Yes, in ${other} file`,
      description: 'an Excel file or another spreadsheet, CSV, JSON, a feed',
    },
    { value: 'address', name: 'Yes, on the web', description: 'a spreadsheet, a feed, what a platform publishes' },
    { value: 'sample', name: 'No', description: 'start from six sample courses to edit' },
  ];
  const where = { message: 'Do you have a list of your courses?', choices };
  const origin = await prompt(terminal, async (context) => select<string>(where, context));
  if (origin === 'sample') return undefined;
  if (lists.includes(origin)) return origin;
  const isFile = origin === 'file';
  const config = {
    message: isFile ? 'Which file?' : 'Which address?',
    validate: (text: string) => {
      if (!isFile) return /^https?:\/\/[^\s/]/iu.test(text.trim()) || 'expected an http or https address';
      const stats = statSync(resolve(terminal.folder, unquoted(text)), { throwIfNoEntry: false });
      return stats?.isFile() === true || 'there is no such file';
    },
  };
  return unquoted(await prompt(terminal, async (context) => input(config, context)));
}

/** Lists of the folder that are offered. */
const maxLists = 5;

/** The names of files that are lists for certain. */
const isList = /\.(?:xlsx|ods|csv|tsv)$/iu;

/** A path as a terminal writes it for a file that is dropped there, in quotes or with backslashes. */
function unquoted(text: string): string {
  const [, , quoted] = /^(['"])(.*)\1$/u.exec(text.trim()) ?? [];
  return quoted ?? text.trim().replaceAll(/\\(?=[ '"()&])/gu, '');
}

export async function askInit(answers: InitAnswers<HostName | undefined>, terminal: Terminal): Promise<InitAnswers> {
  const site = siteOfRemote(terminal.folder);
  const host = answers.host ?? (await askHost(site?.host ?? 'github-pages', terminal));
  // A preview knows its own address; only a published site needs one.
  if (answers.baseUrl !== undefined || hosts[host].isLocal) return { host, baseUrl: answers.baseUrl };
  return { host, baseUrl: await askBaseUrl(host, site?.host === host ? site.baseUrl : undefined, terminal) };
}

async function askHost(suggested: HostName, terminal: Terminal): Promise<HostName> {
  const widest = Math.max(...hostNames.map((name) => name.length));
  const choices = hostNames.map((name) => ({
    value: name,
    name: `${name.padEnd(widest)}  ${hosts[name].title}`,
    short: name,
    description: hosts[name].limitsText,
  }));
  const config = {
    message: 'Where will the site be published?',
    choices,
    default: suggested,
    pageSize: choices.length,
  };
  return prompt(terminal, async (context) => select<HostName>(config, context));
}

async function askBaseUrl(host: HostName, suggested: string | undefined, terminal: Terminal) {
  const example = hosts[host].exampleAddress ?? 'https://courses.example.org';
  const hints = [
    ...(suggested === undefined ? [`such as ${example}`, 'leave empty to decide later'] : []),
    // The Git remote does not show whether the project has its own domain.
    ...(host === 'gitlab-pages' ? ['see Deploy > Pages in GitLab'] : []),
  ];
  const config = {
    message: `At which address?${hints.length > 0 ? ` (${hints.join('; ')})` : ''}`,
    ...(suggested !== undefined && { default: suggested }),
    validate: (text: string) => text.trim() === '' || whyInvalid(text.trim(), siteAddress) || true,
  };
  const answer = (await prompt(terminal, async (context) => input(config, context))).trim();
  return answer === '' ? undefined : siteAddress.read(answer);
}

/**
 * The host that belongs to the Git server of the repository whose root is the folder, and the default address of its site there. Undefined
 * for other servers; the address is undefined if `--base-url` would not accept it.
 */
function siteOfRemote(folder: string): { host: HostName; baseUrl: string | undefined } | undefined {
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
