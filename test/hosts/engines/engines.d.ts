// Types of the vendors' engines, as far as the tests use them: their own are missing or wrong.

declare module 'netlify-redirector' {
  export interface Match {
    readonly to: string;
    readonly status: number;
    /** Whether the rule precedes a file with the path. */
    readonly force: boolean;
  }
  export interface Request {
    readonly scheme: string;
    readonly host: string;
    /** Decoded. */
    readonly path: string;
    /** Without its question mark. */
    readonly query: string;
    readonly getHeader: (name: string) => string;
    readonly getCookie: (name: string) => string;
  }
  export interface Matcher {
    match: (request: Request) => Match | null;
  }
  const redirector: { parsePlain: (rules: string, options: object) => Promise<Matcher> };
  export default redirector;
}

declare module 'netlify-headers-parser' {
  export interface Block {
    readonly for: string;
    readonly forRegExp: RegExp;
    readonly values: Readonly<Record<string, string>>;
  }
  export function parseAllHeaders(options: {
    readonly headersFiles: readonly string[];
    readonly minimal: boolean;
  }): Promise<{ readonly headers: readonly Block[]; readonly errors: readonly Error[] }>;
}

declare module 'superstatic' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** With `fallthrough: false` it responds with the 404 page instead of calling the next handler. */
  export default function superstatic(options: {
    readonly cwd: string;
    readonly config: object;
    readonly fallthrough: false;
  }): (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
}

declare module 's3rver' {
  export interface Listing {
    readonly objects: readonly { readonly key: string }[];
  }
  export default class S3rver {
    constructor(options: Readonly<Record<string, unknown>>);
    readonly store: { listObjects: (bucket: string, options: object) => Promise<Listing> };
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}
