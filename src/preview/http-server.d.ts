// http-server: the part of its library that the preview uses. Its published types describe another version.
declare module 'http-server' {
  import type { IncomingHttpHeaders, OutgoingHttpHeaders, Server } from 'node:http';

  /** A request on its way through the steps; the files are asked for what a step writes into `url`. */
  export interface StepRequest {
    url: string;
    readonly method: string;
    readonly headers: IncomingHttpHeaders;
    /** Drops what the client sends; until then it is kept in memory, however much it is. */
    destroy(): void;
  }

  export interface StepResponse {
    writeHead(status: number, headers: OutgoingHttpHeaders): void;
    removeHeader(name: string): void;
    /** Sends no body where the request is HEAD. */
    end(body?: string | Uint8Array): void;
    /** Leaves the request to the next step, the last of which are the files. */
    emit(event: 'next'): boolean;
  }

  export interface Options {
    readonly root: string;
    /** The value of `Cache-Control`. */
    readonly cache: string;
    /** The text: the switch itself would turn listings on. */
    readonly showDir: 'false';
    readonly autoIndex: 'false';
    /** On every response; the object is written to. */
    readonly headers: Record<string, string>;
    readonly before: readonly ((request: StepRequest, response: StepResponse) => void)[];
  }

  export function createServer(options: Options): { readonly server: Server };
}
