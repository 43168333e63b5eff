// http-server: the part of its library that the preview uses. Its published types describe another version.
declare module 'http-server' {
  import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';

  /** A request on its way through the steps. */
  export interface StepRequest {
    readonly url: string;
    readonly method: string;
    readonly headers: IncomingHttpHeaders;
    /** Drops what the client sends; until then it is kept in memory, however much it is. */
    destroy(): void;
  }

  export interface StepResponse {
    /** Node's own, which it writes to; the headers of the options are already set. */
    readonly response: ServerResponse;
  }

  export interface Options {
    readonly root: string;
    /** On every response; the object is written to. */
    readonly headers: Record<string, string>;
    /** Steps that come before the files; one that does not pass a request on has to answer it. */
    readonly before: readonly ((request: StepRequest, response: StepResponse) => void)[];
  }

  export function createServer(options: Options): { readonly server: Server };
}
