// curl: the shell command that repeats a request.
import type { Request } from '../client/client.ts';

/** The command, quoted for a POSIX shell. */
export function curlOf({ method, url, headers = {} }: Request): string {
  const options = ['-sS', method === 'HEAD' ? '-I' : '-i'];
  if (method !== 'GET' && method !== 'HEAD') options.push(`-X ${method}`);
  // curl would expand brackets and braces.
  if (/[[\]{}]/u.test(url)) options.push('-g');
  for (const [name, value] of Object.entries(headers)) options.push(`-H ${quoted(`${name}: ${value}`)}`);
  return `curl ${options.join(' ')} ${quoted(url)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
