// The part of http-server that is used: the types that others publish are those of version 0.12.
declare module 'http-server' {
  import type { EventEmitter } from 'node:events';
  import type { Server, ServerResponse } from 'node:http';
  import type { Readable } from 'node:stream';

  /** A request on its way to the file that its `url` names. */
  export interface FileRequest {
    url: string;
    /** `false` discards the body, which is otherwise kept in memory. */
    buffer: boolean;
  }
  /** What a file is sent by; whoever is before it answers with the response itself, or emits `next`. */
  export interface FileResponse extends EventEmitter<{ next: []; pipe: [Readable] }> {
    readonly response: ServerResponse;
  }
  interface Options {
    readonly root: string;
    /** Seconds; -1 for no caching. */
    readonly cache: number;
    /** `false` as a text: anything else lists folders. */
    readonly showDir: 'false';
    /** `false` as a text: anything else sends `index.html` for a folder. */
    readonly autoIndex: 'false';
    /** Endings of file names by content type. */
    readonly mimetypes: Readonly<Record<string, readonly string[]>>;
    /** Of every response. This object is changed. */
    readonly headers: Record<string, string>;
    readonly before: readonly ((request: FileRequest, response: FileResponse) => void)[];
  }
  export function createServer(options: Options): { readonly server: Server };
}
