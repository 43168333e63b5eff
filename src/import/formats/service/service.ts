// The format `service`: a running service with this interface, whoever built it.
import { addressOf } from '../../../api/routes.ts';
import { fieldOf } from '../../../catalog/source/record.ts';
import { apiBaseOf } from '../../../http/addresses.ts';
import { jsonIn, requestError } from '../../input/resource.ts';
import type { ImportFormat } from '../format.ts';
import { ServiceCrawl } from './crawl.ts';

export const service: ImportFormat = {
  async recognize({ resource, json, start }, { web }) {
    if (web === undefined) return undefined;
    if (/\/api\/v1(?:\/|$)/u.test(resource.address)) return 'its address is one of the interface';
    if (fieldOf(json, 'courses_latest') !== undefined) return 'it is the index of the interface';
    const base = apiBaseOf(resource.address);
    if (base === undefined || !(start === '' || /^\s*<!doctype html|^\s*<html/iu.test(start))) return undefined;
    const address = addressOf(base, 'providers');
    const providers = await web.find(address);
    if (providers !== undefined && Array.isArray(jsonIn(providers))) return `${address} lists providers`;
    // It may be a page to log in, in place of the list.
    web.store.forget(address);
    return undefined;
  },

  async read({ resource }, context) {
    const { web } = context;
    const base = apiBaseOf(resource.address);
    if (web === undefined || base === undefined)
      throw requestError(resource.address, 'expected the address of a service');
    return new ServiceCrawl(base, web, context).read();
  },
};
