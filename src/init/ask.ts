// Asking: what `init` has to know and was not told, asked on a terminal.
import { Writable } from 'node:stream';
import input from '@inquirer/input';
import select from '@inquirer/select';
import { settings } from '../settings.ts';
import { UsageError } from '../values.ts';
import { hostNames, hosts, type HostName } from '../site/hosts/hosts.ts';
import { readRemote, siteOf } from './remote.ts';

export interface Known {
  readonly host: HostName | undefined;
  readonly baseUrl: string | undefined;
}

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream & { readonly columns?: number };
  readonly signal: AbortSignal;
  /** The folder of the catalog; its Git remote suggests answers. */
  readonly folder: string;
}

export interface Answers {
  readonly host: HostName;
  readonly baseUrl: string | undefined;
}

/** The person broke the questions off, with Ctrl-C, Ctrl-D or by closing the input: nothing has been done. */
export class Unanswered extends Error {
  constructor() {
    super('the questions were broken off');
    this.name = 'Unanswered';
  }
}

/**
 * Asks for what is not known. Throws Unanswered where the person breaks it off, and the signal's reason where that does.
 */
export async function askInit(known: Known, terminal: Terminal): Promise<Answers> {
  const remote = readRemote(terminal.folder);
  const site = remote && siteOf(remote);
  const host = known.host ?? (await askHost(site?.host ?? 'github-pages', terminal));
  // A preview on this machine has an address of its own; only what is published needs one.
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
  return answered(terminal, async (context) => select<HostName>(config, context));
}

async function askBaseUrl(
  host: HostName,
  suggested: string | undefined,
  terminal: Terminal,
): Promise<string | undefined> {
  const example = examples[host] ?? 'https://courses.example.org';
  const hints = [
    ...(suggested === undefined ? [`such as ${example}`, 'empty for later'] : []),
    // A project may have a domain of its own there, which its Git remote does not tell.
    ...(host === 'gitlab-pages' ? ['see Deploy > Pages in GitLab'] : []),
  ];
  const config = {
    message: `At which address?${hints.length > 0 ? ` (${hints.join('; ')})` : ''}`,
    ...(suggested !== undefined && { default: suggested }),
    validate: (text: string) => text.trim() === '' || reasonAgainst(text.trim()) || true,
  };
  const text = (await answered(terminal, async (context) => input(config, context))).trim();
  return text === '' ? undefined : settings.baseUrl.read(text);
}

/** What an address looks like on hosts that give one; everywhere else it is on a domain of one's own. */
const examples: Partial<Record<HostName, string>> = {
  netlify: 'https://NAME.netlify.app',
  cloudflare: 'https://NAME.pages.dev',
  'cloudflare-static': 'https://NAME.pages.dev',
  vercel: 'https://NAME.vercel.app',
  firebase: 'https://NAME.web.app',
  'github-pages': 'https://USER.github.io/REPO',
  'gitlab-pages': 'https://USER.gitlab.io/PROJECT',
};

function reasonAgainst(text: string): string | undefined {
  try {
    settings.baseUrl.read(text);
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error.reasons.join('; ');
    throw error;
  }
}

interface Context {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** Asks one question, and turns every way of not answering it into one error. */
async function answered<T>(terminal: Terminal, ask: (context: Context) => Promise<T>): Promise<T> {
  const closed = new AbortController();
  // A question whose input ends, as with Ctrl-D, would stay open for ever: all it does is pause its input.
  const close = () => closed.abort();
  const signal = AbortSignal.any([terminal.signal, closed.signal]);
  terminal.input.once('pause', close).once('end', close);
  try {
    return await ask({ input: terminal.input, output: unending(terminal.output), signal });
  } catch (error) {
    terminal.signal.throwIfAborted();
    if (error instanceof Error && /^(?:ExitPrompt|AbortPrompt|CancelPrompt)Error$/u.test(error.name)) {
      throw new Unanswered();
    }
    throw error;
  } finally {
    terminal.input.off('pause', close).off('end', close);
  }
}

/** Passes on what a question prints, but not its end: another question, and the command, print after it. */
function unending(output: Terminal['output']): NodeJS.WritableStream {
  const through = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => void output.write(chunk, () => done()),
  });
  return Object.assign(through, { columns: output.columns });
}
