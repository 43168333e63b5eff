// http-server: types for the part of the library that the preview uses. The published types describe another version.
declare module 'http-server' {
  import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';

  export interface StepRequest {
    readonly url: string;
    readonly method: string;
    readonly headers: IncomingHttpHeaders;
    /** Discards the request body; until then all of it is kept in memory. */
    destroy(): void;
  }

  export interface StepResponse {
    /** The underlying response of Node; the headers of the options are already set. */
    readonly response: ServerResponse;
  }

  export interface Options {
    readonly root: string;
    /** Headers for every response; http-server modifies the object. */
    readonly headers: Record<string, string>;
    /** Handlers that run before files are served; one that does not pass a request on must answer it. */
    readonly before: readonly ((request: StepRequest, response: StepResponse) => void)[];
  }

  export function createServer(options: Options): { readonly server: Server };
}
