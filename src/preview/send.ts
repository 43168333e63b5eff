// Sending: a file as it was when it was opened, whole or the one part that is asked for.
import { once } from 'node:events';
import { closeSync, createReadStream } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { OpenFile } from './folder.ts';

/** What the client asked of the file. */
export interface Asked {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** Bytes of a file, from the first to the last. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/**
 * Sends an open file and closes it. Whatever takes its place meanwhile, the bytes and their number are those of the file that
 * was opened; where somebody cuts it short, the connection is broken off, since the client would wait for the rest.
 */
export async function sendFile({ descriptor, size }: OpenFile, asked: Asked, response: ServerResponse): Promise<void> {
  const part = partOf(asked, size);
  const { start, end } = part ?? { start: 0, end: size - 1 };
  const length = end - start + 1;
  if (part) response.setHeader('Content-Range', `bytes ${length > 0 ? `${start}-${end}` : '*'}/${size}`);
  response.writeHead(statusOf(part, length), { 'Content-Length': length });
  if (asked.method === 'HEAD' || length === 0) {
    closeSync(descriptor);
    response.end();
    return;
  }
  await sendBytes(createReadStream('', { fd: descriptor, start, end }), length, response);
}

/** The last bytes go out together with the end: a client that has them all may leave before the file is closed. */
async function sendBytes(bytes: AsyncIterable<Buffer>, length: number, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  const { signal } = gone;
  // Of the connection: a response that waits for the one before it has none yet, and is not told.
  const { socket } = response.req;
  const leave = () => gone.abort();
  if (socket.destroyed) leave();
  socket.once('close', leave);
  let left = length;
  try {
    for await (const chunk of bytes) {
      signal.throwIfAborted();
      left -= chunk.length;
      if (left === 0) response.end(chunk);
      else if (!response.write(chunk)) await once(response, 'drain', { signal });
    }
    if (left > 0) response.destroy();
  } catch {
    // The client broke off, or the disk failed, which can no longer be told.
    response.destroy();
  } finally {
    socket.off('close', leave);
  }
}

function statusOf(part: Part | undefined, length: number): number {
  if (!part) return 200;
  return length > 0 ? 206 : 416;
}

/** The part that is asked for, empty where the file has none of it; undefined for the whole. A client may be sent more than it asked for. */
function partOf({ method, headers }: Asked, size: number): Part | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/u.exec(headers.range?.trim() ?? '') ?? [];
  // The files have no validators, so that no condition on one can hold.
  if (method === 'HEAD' || first + last === '' || headers['if-range'] !== undefined) return undefined;
  if (first === '') return partFrom(Math.max(0, size - Number(last)), size - 1);
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return partFrom(Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1));
}

function partFrom(start: number, end: number): Part {
  return start > end ? { start: 0, end: -1 } : { start, end };
}
