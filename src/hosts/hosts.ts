// Hosts: the table of all presets.
import { apache } from './apache.ts';
import { azure } from './azure.ts';
import { caddy } from './caddy.ts';
import { cloudflareStatic } from './cloudflare-static.ts';
import { cloudflare } from './cloudflare.ts';
import { firebase } from './firebase.ts';
import { githubPages } from './github-pages.ts';
import { gitlabPages } from './gitlab-pages.ts';
import type { Host } from './host.ts';
import { httpServer } from './http-server.ts';
import { netlify } from './netlify.ts';
import { nginx } from './nginx.ts';
import { preview } from './preview.ts';
import { s3CloudFront } from './s3-cloudfront.ts';
import { vercel } from './vercel.ts';
import { keysOf } from '../text/keys.ts';

/** Add a host by adding a file beside this one and a row here. Your own servers come first, then hosted services. */
export const hosts = {
  preview,
  'http-server': httpServer,
  nginx,
  apache,
  caddy,
  netlify,
  cloudflare,
  'cloudflare-static': cloudflareStatic,
  vercel,
  's3-cloudfront': s3CloudFront,
  firebase,
  azure,
  'github-pages': githubPages,
  'gitlab-pages': gitlabPages,
} as const satisfies Record<string, Host>;

export type HostName = keyof typeof hosts;

export const hostNames = keysOf(hosts);
