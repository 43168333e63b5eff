// Prompts: asks on a terminal for the settings that `init` needs and that were not given.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import input from '@inquirer/input';
import select from '@inquirer/select';
import { UsageError } from '../options/parse.ts';
import { hostNames, hosts, type HostName } from '../hosts/hosts.ts';
import { parseBaseUrl } from './project.ts';
import { readRemote, siteOf } from './remote.ts';

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream & { readonly columns?: number };
  readonly signal: AbortSignal;
  /** The folder of the catalog; its Git remote suggests default answers. */
  readonly folder: string;
}

/** The settings that are asked for. */
export interface InitAnswers<Host = HostName> {
  readonly host: Host;
  readonly baseUrl: string | undefined;
}

/** Where the courses of a new catalog come from: an example, or what the user has. */
type Origin = 'example' | 'file' | 'address';

/** Asks for a file or an address to import; undefined to start from the example. */
export async function askSource(terminal: Terminal): Promise<string | undefined> {
  const choices: { value: Origin; name: string; description: string }[] = [
    { value: 'example', name: 'Nowhere yet', description: 'start from a small example to edit' },
    { value: 'file', name: 'In a file', description: 'a spreadsheet saved as CSV, JSON, NDJSON, a feed' },
    { value: 'address', name: 'On the web', description: 'a service of this interface, or what a platform publishes' },
  ];
  const where = { message: 'Where is your catalog?', choices, default: 'example' as const };
  const origin = await prompt(terminal, async (context) => select<Origin>(where, context));
  if (origin === 'example') return undefined;
  const isFile = origin === 'file';
  const config = {
    message: isFile ? 'Which file?' : 'Which address?',
    validate: (text: string) => {
      if (isFile) return isReadable(resolve(terminal.folder, text.trim())) || 'there is no such file';
      return /^https?:\/\/[^\s/]/iu.test(text.trim()) || 'takes an http or https address';
    },
  };
  return (await prompt(terminal, async (context) => input(config, context))).trim();
}

function isReadable(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** The user canceled a prompt, with Ctrl-C, Ctrl-D or by closing the input: nothing was written. */
export class PromptCanceled extends Error {
  constructor() {
    super('the prompt was canceled');
    this.name = 'PromptCanceled';
  }
}

/** Asks for the answers that are not known. Throws PromptCanceled if the user cancels, or the signal's reason if it aborts. */
export async function askInit(known: InitAnswers<HostName | undefined>, terminal: Terminal): Promise<InitAnswers> {
  const remote = readRemote(terminal.folder);
  const site = remote && siteOf(remote);
  const host = known.host ?? (await askHost(site?.host ?? 'github-pages', terminal));
  // A preview knows its own address; only a published site needs one.
  if (known.baseUrl !== undefined || host === 'http-server') return { host, baseUrl: known.baseUrl };
  return { host, baseUrl: await askBaseUrl(host, site?.host === host ? site.baseUrl : undefined, terminal) };
}

async function askHost(suggested: HostName, terminal: Terminal): Promise<HostName> {
  const widest = Math.max(...hostNames.map((name) => name.length));
  const choices = hostNames.map((name) => ({
    value: name,
    name: `${name.padEnd(widest)}  ${hosts[name].title}`,
    short: name,
    description: hosts[name].limits,
  }));
  const config = { message: 'Where will the API be published?', choices, default: suggested, pageSize: choices.length };
  return prompt(terminal, async (context) => select<HostName>(config, context));
}

async function askBaseUrl(
  host: HostName,
  suggested: string | undefined,
  terminal: Terminal,
): Promise<string | undefined> {
  const example = examples[host] ?? 'https://courses.example.org';
  const hints = [
    ...(suggested === undefined ? [`such as ${example}`, 'leave empty to decide later'] : []),
    // The Git remote does not show whether the project has its own domain.
    ...(host === 'gitlab-pages' ? ['see Deploy > Pages in GitLab'] : []),
  ];
  const read = (text: string) => (text.trim() === '' ? undefined : parseBaseUrl(text.trim()));
  const whyNot = (answer: string | UsageError | undefined) => answer instanceof UsageError && answer.reasons.join('; ');
  const config = {
    message: `At which address?${hints.length > 0 ? ` (${hints.join('; ')})` : ''}`,
    ...(suggested !== undefined && { default: suggested }),
    validate: (text: string) => whyNot(read(text)) || true,
  };
  const answer = read(await prompt(terminal, async (context) => input(config, context)));
  return answer instanceof UsageError ? undefined : answer;
}

/** Example addresses for hosts that provide one; on every other host a site has its own domain. */
const examples: Partial<Record<HostName, string>> = {
  netlify: 'https://NAME.netlify.app',
  cloudflare: 'https://NAME.pages.dev',
  'cloudflare-static': 'https://NAME.pages.dev',
  vercel: 'https://NAME.vercel.app',
  firebase: 'https://NAME.web.app',
  'github-pages': 'https://USER.github.io/REPO',
  'gitlab-pages': 'https://USER.gitlab.io/PROJECT',
};

/** Runs one prompt, and turns every way to cancel it into a PromptCanceled error. */
async function prompt<T>(terminal: Terminal, ask: (context: Omit<Terminal, 'folder'>) => Promise<T>): Promise<T> {
  const closed = new AbortController();
  // A prompt whose input ends, as with Ctrl-D, only pauses its input and would stay open forever.
  const close = () => closed.abort();
  const signal = AbortSignal.any([terminal.signal, closed.signal]);
  terminal.input.once('pause', close).once('end', close);
  try {
    return await ask({ input: terminal.input, output: withoutEnd(terminal.output), signal });
  } catch (error) {
    terminal.signal.throwIfAborted();
    if (error instanceof Error && /^(?:ExitPrompt|AbortPrompt|CancelPrompt)Error$/u.test(error.name)) {
      throw new PromptCanceled();
    }
    throw error;
  } finally {
    terminal.input.off('pause', close).off('end', close);
  }
}

/** Forwards what a prompt prints, but not its end: the next prompt and the command still print to the same stream. */
function withoutEnd(output: Terminal['output']): NodeJS.WritableStream {
  const through = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => void output.write(chunk, () => done()),
  });
  return Object.assign(through, { columns: output.columns });
}
