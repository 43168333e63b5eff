// Sending: sends an open file, or the one byte range of it that was requested.
import { once } from 'node:events';
import { closeSync, createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenFile } from './folder.ts';

/**
 * Sends an open file and closes it. If the path is replaced meanwhile, the content and its length are still those of the open
 * file; if the file is truncated, the connection is closed, because the client would wait for the rest.
 */
export async function sendFile({ descriptor, size }: OpenFile, request: IncomingMessage, response: ServerResponse) {
  response.setHeader('Accept-Ranges', 'bytes');
  const range = rangeOf(request, size);
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const length = Math.max(0, end - start + 1);
  if (range) response.setHeader('Content-Range', `bytes ${length > 0 ? `${start}-${end}` : '*'}/${size}`);
  response.writeHead(range ? (length > 0 ? 206 : 416) : 200, { 'Content-Length': length });
  if (request.method === 'HEAD' || length === 0) {
    closeSync(descriptor);
    response.end();
    return;
  }
  await sendBytes(createReadStream('', { fd: descriptor, start, end }), length, response);
}

/** Ends the response together with the last bytes: a client that has them all may disconnect before the file is closed. */
async function sendBytes(bytes: AsyncIterable<Buffer>, length: number, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  const { signal } = gone;
  // Listen on the connection: a pipelined response whose turn has not come has no socket, and emits no 'close'.
  const { socket } = response.req;
  const onClose = () => gone.abort();
  if (socket.destroyed) onClose();
  socket.once('close', onClose);
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
    // The client disconnected, or the disk failed, which can no longer be reported to it.
    response.destroy();
  } finally {
    socket.off('close', onClose);
  }
}

/**
 * The first and the last byte of the requested range, which is empty if it is outside the file; undefined for the whole file, which
 * may always be sent instead of a range.
 */
function rangeOf({ method, headers }: IncomingMessage, size: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/u.exec(headers.range?.trim() ?? '') ?? [];
  // The files have no validators, so no If-Range condition can hold.
  if (method === 'HEAD' || first + last === '' || headers['if-range'] !== undefined) return undefined;
  if (first === '') return { start: Math.max(0, size - Number(last)), end: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
