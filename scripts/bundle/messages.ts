// The messages of a script: those that it shows, in every language.
import { readJsonSync } from 'fs-extra/esm';
import type { Plugin } from 'rolldown';

/** Leaves all other messages out of a bundle. */
export function keptMessages(names: readonly string[]): Plugin {
  return {
    name: 'kept-messages',
    load(id) {
      if (!/locales.\w+\.json$/u.test(id)) return null;
      const messages: Readonly<Record<string, unknown>> = readJsonSync(id);
      const kept = Object.fromEntries(names.map((name) => [name, messages[name]]));
      return { code: `export default ${JSON.stringify(kept)}`, moduleType: 'js' };
    },
  };
}
