// Secrets in addresses and headers: they stand in variables of the environment, which requests alone are filled with.
import { parseUrl } from './parse-url.ts';

/** Names of parameters and headers whose values are secrets. */
const secretName =
  /^(?:.*(?:token|secret|passw(?:or)?d|passphrase|signature|credentials?|key|sess(?:ion)?[-_]?id)|(?:.*[-_])?(?:auth(?:ori[sz]ation|entication)?|cookie|pass|pwd|sig|jwt|bearer|session|sid))$/iu;
/** Headers that say nothing of who asks. Whatever else a header has may be a secret, unless a variable stands in it. */
const plainHeader = /^(?:accept(?:-[a-z]+)?|user-agent)$/iu;
const variable = /\$(?:\{|%7B)([A-Za-z_]\w*)(?:\}|%7D)/gu;
/** What stands for a secret where it is not shown. */
const hidden = '…';

/** Whether a header may have a secret that is written out. */
export function mayBeSecretHeader(name: string, value: string): boolean {
  return !plainHeader.test(name) && hasNoVariable(value);
}

/** The parameter of an address, or of its fragment, that has a secret written out, if there is one, and the address without it. */
export function secretIn(address: string): { readonly name: string; readonly shown: string } | undefined {
  if (parseUrl(address) === undefined) return undefined;
  const names: string[] = [];
  const shown = address.replaceAll(parameter, (whole, start: string) => {
    // Its name may be written with percent signs.
    for (const [name, value] of new URLSearchParams(whole)) {
      if (!secretName.test(name) || !hasNoVariable(value)) continue;
      names.push(name);
      return start + hidden;
    }
    return whole;
  });
  const [name] = names;
  return name === undefined ? undefined : { name, shown };
}

/** A parameter, up to the next. */
const parameter = /(?<=[?&;#])([^=?&;#]*=)(?:(?![?;][^=?&;#]*=)[^&#])*/gu;

function hasNoVariable(value: string): boolean {
  return value.trim() !== '' && value.search(variable) === -1;
}

/** An address in which all secrets and variables are alike, by which two are compared. */
export function withoutSecrets(address: string): string {
  return (secretIn(address)?.shown ?? address).replaceAll(variable, hidden);
}

/** The variables of the environment that some texts name. */
export class Variables {
  private readonly values = new Map<string, string>();
  /** Those that are not set. */
  readonly missing: readonly string[];

  constructor(texts: readonly string[], environment: Readonly<Record<string, string | undefined>>) {
    const names = new Set(texts.flatMap((text) => Array.from(text.matchAll(variable), ([, name = '']) => name)));
    for (const name of names) if (environment[name]) this.values.set(name, environment[name]);
    this.missing = [...names].filter((name) => !this.values.has(name));
  }

  /** A text with the values in the place of their names. */
  fill(text: string, write: (value: string) => string = String): string {
    return text.replaceAll(variable, (whole, name: string) => {
      const value = this.values.get(name);
      return value === undefined ? whole : write(value);
    });
  }

  /** A text with the names in the place of the values. */
  hide(text: string): string {
    let shown = text;
    for (const [name, value] of this.values)
      for (const written of [encodeURIComponent(value), value]) shown = shown.replaceAll(written, () => `\${${name}}`);
    return shown.replaceAll(variable, (_, name: string) => `\${${name}}`);
  }

  /** Whether a text has a value, or the name of one in its place. */
  isIn(text: string): boolean {
    return [...this.values].some(([name, value]) => text.includes(value) || text.includes(`\${${name}}`));
  }
}
