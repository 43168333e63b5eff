// Named records: the providers and categories that rows name, each once.
import { memoize } from '../text/utf8.ts';
import { foldName } from './clean.ts';
import type { ImportedCategory, ImportedProvider, Source } from './format.ts';

export class NamedRecords {
  readonly providers: Map<string, ImportedProvider>;
  readonly categories: Map<string, ImportedCategory>;

  /** Begins with the records of a source that has ids like ours. `levels` is what stands between categories and those in them. */
  constructor(
    catalog: Source['catalog'],
    private readonly levels: RegExp | string,
  ) {
    this.providers = new Map(catalog?.providers.map((one) => [one.key, one]));
    this.categories = new Map(catalog?.categories.map((one) => [one.key, one]));
  }

  readonly providerKey = memoize((name) => {
    const key = foldName(name);
    if (!this.providers.has(key)) this.providers.set(key, { key, name });
    return key;
  });

  /** The key of the category at a path, such as `Parent > Child`; empty if there is none. */
  readonly categoryKey = memoize((path) => {
    const names = path.replace(/^All\//u, '').split(path.startsWith('All/') ? '/' : this.levels);
    let key = '';
    for (const name of names.map((one) => one.trim()).filter((one) => one !== '')) {
      const parent = key;
      key = parent === '' ? foldName(name) : `${parent}\n${foldName(name)}`;
      if (!this.categories.has(key)) this.categories.set(key, { key, name, ...(parent !== '' && { parent }) });
    }
    return key;
  });

  /** Gives a provider its website, unless it has one. */
  setWebsite(key: string, url: string): void {
    const provider = this.providers.get(key);
    if (provider && provider.url === undefined) this.providers.set(key, { ...provider, url });
  }
}
