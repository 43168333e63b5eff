// Private networks: no request reaches one unless the user named its host.
import { lookup } from 'node:dns';
import { lookup as lookupAll } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import type { Connect, UnreadResponse } from './client.ts';

/** IPv4 addresses in an obsolete form, which the package takes for public ones. */
const ipv4Compatible = ipaddr.IPv6.parseCIDR('::/96');

/** Whether an IP address is of a private, reserved or translated network, such as NAT64 or 6to4. */
export function isPrivateAddress(address: string): boolean {
  // An IPv4-mapped address is judged as the IPv4 address.
  const parsed = ipaddr.process(address);
  return parsed.range() !== 'unicast' || (parsed instanceof ipaddr.IPv6 && parsed.match(ipv4Compatible));
}

/** Whether a host is in a private network, by itself or by what its name resolves to. */
export async function isPrivateHost(hostname: string): Promise<boolean> {
  const resolved = await lookupAll(unbracketed(hostname), { all: true }).catch(() => []);
  return resolved.some(({ address }) => isPrivateAddress(address));
}

/** The code of a refused connection. Like one to a name that cannot be resolved, it is not tried again. */
export const privateCode = 'EPRIVATE';

function privateAddress(host: string): Error {
  return Object.assign(new Error(`${host} in a private network`), { code: privateCode });
}

/**
 * Connects to public addresses only, and to private ones of `allowedHost`. What is checked is the address that is connected to.
 * `resolve` finds the addresses of any other host, and refuses private ones.
 */
export function guardedConnect(allowedHost: string | undefined, resolve: LookupFunction = publicLookup): Connect {
  return (url, { method, headers, signal }) =>
    new Promise((done, fail) => {
      const target = new URL(url);
      const host = unbracketed(target.hostname);
      const isAllowed = target.hostname === allowedHost;
      if (!isAllowed && isIP(host) !== 0 && isPrivateAddress(host)) {
        fail(privateAddress(`${host} is`));
        return;
      }
      const { request } = target.protocol === 'https:' ? https : http;
      const sent = request(target, {
        method,
        headers: { 'Accept-Encoding': 'gzip, deflate, br', ...headers },
        signal,
        ...(isAllowed ? {} : { lookup: resolve }),
      });
      sent.on('error', fail);
      // Without an answer, as after a status 101.
      sent.on('close', () => fail(new Error('the connection was closed')));
      sent.on('response', (message) => done(responseOf(message)));
      sent.end();
    });
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, '');
      return;
    }
    const bad = addresses.find(({ address }) => isPrivateAddress(address));
    if (bad) callback(privateAddress(`${hostname} is ${bad.address},`), '');
    else if (options.all === true) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  });
};

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

function responseOf(message: http.IncomingMessage): UnreadResponse {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const status = message.statusCode ?? 0;
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const isEmpty = [204, 205, 304].includes(status);
  const decoder = isEmpty ? undefined : Object.entries(decoders).find(([name]) => name === encoding)?.[1];
  const body = decoder === undefined ? message : message.pipe(decoder().on('close', () => void message.destroy()));
  if (decoder !== undefined) message.on('error', (error) => body.destroy(error));
  // A reader of the body gets its errors too. Without a reader, they would end the process.
  for (const stream of [message, body]) stream.on('error', () => {});
  return { status, headers, body };
}

function unbracketed(hostname: string): string {
  return hostname.replace(/^\[|\]$/gu, '');
}
