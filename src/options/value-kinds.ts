// Kinds of values: what options accept, and what is wrong with any other text.
import { readDate, timeOf } from '../catalog/date.ts';
import { isObject } from '../text/keys.ts';
import { attempt, UsageError } from '../text/errors.ts';
import { editedName, reservedName } from '../paths.ts';
import { hasValidLabels } from '../text/host-labels.ts';
import type { RemovalLimit } from '../build/build-options.ts';
import type { Shard } from '../build/shards/shard.ts';
import { quoteText } from '../text/quote.ts';
import { nearestName } from '../text/suggestions.ts';
import { dayExample, typedDay } from './typed-day.ts';
import { parseUrl } from '../text/parse-url.ts';
import { hasWebScheme, uriOf } from '../text/web-address.ts';

export interface ValueKind<T> {
  /** What `--help` shows for the value; undefined for a switch, which has none. */
  readonly placeholder?: string;
  /** Parses the text of a value; throws a UsageError with one reason that completes `--flag: …`. */
  readonly read: (text: string) => T;
  /** A value in the configuration file as JSON Schema, for editors. `read` may still refuse what it accepts, such as a day that is not in the calendar. */
  readonly schema: object;
  /** Whether the flag may stand without a value. */
  readonly isOptional?: boolean;
  /** Whether it may be an array in the configuration file. */
  readonly isList?: boolean;
  /** Whether the flag may be repeated; its values are then an array. */
  readonly isRepeated?: boolean;
  /** Whether its text is JSON, which the configuration file has as it is. */
  readonly isJson?: boolean;
}

const noNames = 'none';

/** A path relative to the site root, with no segment that begins with a dot. */
const sitePath = String.raw`(?:[\w~-][\w.~-]*/)*[\w~-][\w.~-]*/?`;
const pictures = 'svg|png|jpe?g|webp|gif|avif';
const picturePattern = String.raw`^(?:[\w-][\w.-]*/)*[\w-][\w.-]*\.(?:${pictures}|${pictures.toUpperCase()})$`;

const notBlank = { type: 'string', pattern: String.raw`\S` };

export const folder = {
  placeholder: 'folder',
  schema: notBlank,
  read(text: string): string {
    if (text.trim() === '' || text.includes('\0')) throw new UsageError(`expected a path, got ${quoteText(text)}`);
    return text;
  },
};

export const file = { ...folder, placeholder: 'file' };

/** The same, or a switch: true for the file with the default name. */
export const fileOrDefault = {
  ...file,
  isOptional: true,
  schema: { anyOf: [{ type: 'boolean' }, notBlank] },
  read: (text: string): string | true | undefined =>
    text === 'true' || (text === 'false' ? undefined : folder.read(text)),
};

/** A text that matches a pattern. `parse` returns its value, or undefined if the text only looks valid; `expected` completes the message. */
function patternValue(
  placeholder: string,
  pattern: RegExp,
  expected: string,
  parse = (text: string): string | undefined => text,
) {
  const read = (text: string): string => {
    const value = pattern.test(text) ? parse(text) : undefined;
    if (value !== undefined) return value;
    throw new UsageError(`expected ${expected}, got "${text}"`);
  };
  return { placeholder, schema: { type: 'string', pattern: pattern.source }, read };
}

const instant = /^(?:19[7-9]|[2-9]\d\d)\d-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/u;

/** A time with its zone, as UTC. */
export const timestamp = patternValue('time', instant, 'a time such as 2026-11-23T09:00:00Z', (text) => {
  const milliseconds = typeof readDate(text.slice(0, 10)) === 'string' ? Number.NaN : Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : timeOf(milliseconds / 1000);
});

/** A name of a file on every system, without its ending. */
export const fileName = patternValue(
  'name',
  /^[\p{L}\p{N}_][\p{L}\p{N}._-]{0,99}$(?<!\.)/u,
  'a name of letters, digits, ., _ and -, with no dot at the end',
  (text) => {
    if (reservedName.test(text)) throw new UsageError(`expected a name that Windows does not reserve, got "${text}"`);
    if (editedName.test(text))
      throw new UsageError(`expected a name other than that of the files of edited records, got "${text}"`);
    return text;
  },
);

/** A line of text, possibly empty; line ends and runs of spaces become one space. */
export const optionalText = {
  placeholder: 'text',
  schema: { type: 'string' },
  read(text: string): string {
    const spaced = text.trim().replaceAll(/\s+/gu, ' ');
    if (!/\p{Cc}/u.test(spaced) && spaced.isWellFormed()) return spaced;
    throw new UsageError(`expected a text without control characters, got ${quoteText(text)}`);
  },
};

/** A line of text that is not empty. */
export const requiredText = {
  placeholder: 'text',
  schema: notBlank,
  read(text: string): string {
    const spaced = optionalText.read(text);
    if (spaced === '') throw new UsageError(`expected a text, got ${quoteText(text)}`);
    return spaced;
  },
};

/** Names with values, one or a JSON array of them, as of a flag that is repeated. */
function repeatedPairs(placeholder: string, pattern: RegExp, expected: string) {
  const item = { type: 'string', pattern: pattern.source };
  return {
    placeholder,
    isRepeated: true,
    isJson: true,
    fallback: [],
    schema: { anyOf: [{ type: 'array', items: item }, item] },
    read(text: string): readonly string[] {
      const parsed: unknown = text.startsWith('[') ? attempt(() => JSON.parse(text)) : [text];
      const isPair = (one: unknown): one is string => typeof one === 'string' && pattern.test(one);
      if (Array.isArray(parsed) && parsed.every(isPair)) return parsed;
      throw new UsageError(`expected ${expected}, got "${text}"`);
    },
  };
}

export const namedValues = repeatedPairs(
  'name=value',
  /^\s*[^=\s][^=]*=/u,
  'a name with a value, such as level=beginner',
);

export const headers = repeatedPairs('name: value', /^[\w-]+:[\t\x20-\x7e]*$/u, 'a header, such as Accept: text/csv');

export const requiredName = { ...requiredText, placeholder: 'name' };

/** A color as `#rrggbb`; `#rgb` is short for it. */
export const color = patternValue('color', /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/u, 'a color such as #1d4ed8', (text) =>
  text.replace(/^#(\w)(\w)(\w)$/u, '#$1$1$2$2$3$3').toLowerCase(),
);

/** A day of the calendar, which may be written as 31.12.2024 or `today`. */
export const day = {
  ...patternValue('date', /^\S.{2,}$/u, dayExample, (text) => {
    const plain = typedDay(text);
    return plain === undefined || plain.length !== 10 || typeof readDate(plain) === 'string' ? undefined : plain;
  }),
  // Today is no day for a file that stays.
  schema: { type: 'string', pattern: String.raw`^(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4})$` },
};

/** An http or https address of anything, such as a license. */
export const webLink = patternValue('url', /^[hH][tT][tT][pP][sS]?:\/\/[^/?#\s]/u, 'an http or https address', uriOf);

/** A repository on GitHub, or a mail address. Other services have no known address that opens a new issue. */
export const contact = patternValue(
  'address',
  /^(?:https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/?|mailto:[\w.+-]+@[\w-]+(?:\.[\w-]+)+)$/u,
  'the address of a repository on GitHub such as https://github.com/user/repo, or of a mailbox such as mailto:courses@example.org',
  (text) => text.replace(/(?:\.git)?\/?$/u, ''),
);

/** A picture among the files of the public folder. */
export const picturePath = patternValue(
  'file',
  new RegExp(picturePattern, 'u'),
  'the path of an svg, png, jpg, webp, gif or avif file in the public folder, of letters, digits, _ - and ., such as logo.svg',
);

const linkLabel = String.raw`[^=,\s\p{C}](?:[^=,\s\p{C}]| (?=\S))*`;
const linkAddress = String.raw`(?:https?://[^\s,"<>]+|${sitePath})`;
const labeledLink = `${linkLabel}=${linkAddress}`;

/** Labels with addresses, on the web or relative to the site root. In the configuration file they may be an object. */
export const labeledLinks = {
  placeholder: 'links',
  schema: {
    anyOf: [
      {
        type: 'object',
        propertyNames: { pattern: `^${linkLabel}$` },
        additionalProperties: { type: 'string', pattern: String.raw`^(?:https?://[^\s"<>]+|${sitePath})$` },
      },
      { type: 'array', items: { type: 'string', pattern: `^${labeledLink}$` } },
      { type: 'string', pattern: `^(?:${noNames}|${labeledLink}(?:,${labeledLink})*)$` },
    ],
  },
  isList: true,
  read: (text: string): readonly { readonly label: string; readonly address: string }[] =>
    text === noNames
      ? []
      : text.split(',').map((pair) => {
          const [label = '', ...rest] = pair.split('=');
          const address = rest.join('=').trim();
          const uri = new RegExp(`^${sitePath}$`, 'u').test(address) ? address : uriOf(address);
          if (label.trim() !== '' && uri !== undefined) return { label: optionalText.read(label), address: uri };
          throw new UsageError(
            `expected labels with addresses, such as Imprint=https://example.org/imprint,Privacy=privacy.html, got "${pair.trim()}"; a comma in an address is written %2C`,
          );
        }),
};

/** The address of a published site: a valid host, and a path that can be written in the configuration files of every host. */
export const siteAddress = {
  placeholder: 'url',
  schema: { type: 'string', pattern: '^https?://[^?#]+$' },
  read(text: string): string {
    const address = parseBaseUrl(text);
    const { hostname, port, pathname } = new URL(address);
    if (!isHost(hostname) || port === '0') throw hostError(text);
    const isSegment = (segment: string) =>
      /^[\p{L}\p{M}\p{N} ._~!'()+,;=@-]+$/u.test(attempt(() => decodeURIComponent(segment)) ?? '');
    if (pathname === '/' || pathname.split('/').slice(1).every(isSegment)) return address;
    throw new UsageError(
      `expected an address whose path has only letters, digits, spaces and . _ ~ ! ' ( ) + , ; = @ - between single slashes, got "${text}"`,
    );
  },
};

export const toggle = {
  schema: { type: 'boolean' },
  read(text: string): boolean {
    if (['true', '1', 'yes', 'on'].includes(text)) return true;
    if (['false', '0', 'no', 'off'].includes(text)) return false;
    throw new UsageError(`expected true or false, got "${text}"`);
  },
};

export const flag = { ...toggle, fallback: false };

export function wholeNumber(minimum: number, maximum: number) {
  return {
    placeholder: 'n',
    schema: { type: 'integer', minimum, maximum },
    read(text: string): number {
      const value = /^\d+$/u.test(text) ? Number(text) : Number.NaN;
      if (value >= minimum && value <= maximum) return value;
      throw new UsageError(`expected a whole number from ${minimum} to ${maximum}, got "${text}"`);
    },
  };
}

const maxShards = 10_000;

/** A shard, such as `3/5`. A number that is left out, as by an unset variable, is an error. */
export const shardNumber = {
  placeholder: 'i/n',
  schema: { type: 'string', pattern: '^[1-9][0-9]*/[1-9][0-9]*$' },
  read(text: string): Shard {
    const [index = 0, total = 0] = /^\d+\/\d+$/u.test(text) ? text.split('/').map(Number) : [];
    if (index >= 1 && index <= total && total <= maxShards) return { index, total };
    throw new UsageError(`expected i/n with i from 1 to n, and n up to ${maxShards}, got "${text}"`);
  },
};

/** A number of courses, or a share of them with a sign: `100`, `10%`, `0.5%`. */
export const removalLimit = {
  placeholder: 'n or %',
  schema: {
    anyOf: [
      { type: 'integer', minimum: 0, maximum: 999_999_999 },
      { type: 'string', pattern: String.raw`^(?:\d{1,9}|(?:100|\d{1,2}(?:\.\d)?)%)$` },
    ],
  },
  read(text: string): RemovalLimit {
    const [, share] = /^(100|\d{1,2}(?:\.\d)?)%$/u.exec(text) ?? [];
    if (share !== undefined) return { text, most: Math.round(Number(share) * 10), isShare: true };
    if (/^\d{1,9}$/u.test(text)) return { text, most: Number(text), isShare: false };
    throw new UsageError(`expected a number of courses such as 100, or a share of them from 0% to 100%, got "${text}"`);
  },
};

export function oneOf<Name extends string>(names: readonly Name[], placeholder = 'name') {
  return { placeholder, schema: { enum: names }, read: (text: string) => readOneOf(text, names) };
}

/** Some of these names, separated by commas, without repeats; `none` for none of them. */
export function someOf<Name extends string>(names: readonly Name[]) {
  const anyName = `(?:${names.join('|')})`;
  const array = { type: 'array', items: { enum: names } };
  return {
    placeholder: 'list',
    schema: { anyOf: [array, { type: 'string', pattern: `^(?:${noNames}|${anyName}(?:,${anyName})*)$` }] },
    isList: true,
    fallback: [],
    read(text: string): readonly Name[] {
      if (text.trim() === noNames) return [];
      const parts = text.split(',').map((part) => part.trim());
      const others = parts.length === 1 ? [noNames] : [];
      return [...new Set(parts.map((part) => readOneOf(part, names, others)))];
    },
  };
}

/** An http or https address without trailing slashes; a path is kept. */
export function parseBaseUrl(text: string): string {
  const url = parseUrl(text);
  if (!url && hasWebScheme(text)) throw hostError(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    const isLoopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/u.test(text);
    const isDomain = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/u.test(text);
    const guess = `http${isLoopback ? '' : 's'}://${text}`;
    const near = (isLoopback || isDomain) && parseUrl(guess) ? guess : undefined;
    throw new UsageError(`expected an http or https address, got "${text}"${didYouMean(near)}`);
  }
  if (/[?#]/u.test(text) || url.username || url.password) {
    throw new UsageError(`expected an address without a query, a fragment or a user, got "${text}"`);
  }
  return (url.origin + url.pathname).replace(/\/+$/u, '');
}

function hostError(text: string): UsageError {
  return new UsageError(
    `expected an address such as https://courses.example.org, whose host is a domain name, an IPv4 address or an IPv6 address in brackets, with a port from 1 to 65535 if any, got "${text}"`,
  );
}

/** Whether a parsed URL's host is an IP address or a domain name: URLs also allow hosts such as `a"b` and `$`. */
function isHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/u, '');
  const isLabel = (label: string) => /^[a-z\d_](?:[\w-]{0,61}[a-z\d_])?$/u.test(label);
  return hostname.startsWith('[') || (name.length <= 253 && name.split('.').every(isLabel) && hasValidLabels(hostname));
}

/** One of some names; the error suggests the closest, and names `others` that may stand there alone. */
export function readOneOf<Name extends string>(
  text: string,
  names: readonly Name[],
  others: readonly string[] = [],
): Name {
  const name = names.find((candidate) => candidate === text);
  if (name !== undefined) return name;
  const all = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format([...names, ...others]);
  throw new UsageError(`expected ${all}, got "${text}"${didYouMean(nearestName(text, names))}`);
}

/** The text of a value in the configuration file; for an option that is a list, an array is joined with commas, and so are the pairs of an object. */
export function textOf(
  value: unknown,
  { isList = false, isJson = false }: Pick<ValueKind<unknown>, 'isList' | 'isJson'>,
): string {
  if (isJson) return typeof value === 'string' ? value : jsonOf(value);
  if (isList && isObject(value)) {
    const pairs = Object.entries(value).map(([name, inner]) => {
      if (/[,=]/u.test(name)) throw new UsageError(`expected labels without , and =, got "${name}"`);
      return `${name}=${textOf(inner, {}).replaceAll(',', '%2C')}`;
    });
    return textOf(pairs, { isList });
  }
  if (isList && Array.isArray(value))
    return value.length === 0 ? noNames : value.map((item) => textOf(item, {})).join(',');
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new UsageError(`expected a text or a number, got ${value === null ? 'null' : 'an array or an object'}`);
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // Every level takes a part of the stack.
    if (error instanceof RangeError) throw new UsageError('is nested too deeply');
    throw error;
  }
}

/** Why a text cannot be a value of some kind; undefined if it can. */
export function whyInvalid(text: string, { read }: Pick<ValueKind<unknown>, 'read'>): string | undefined {
  try {
    read(text);
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error.reasons.join('; ');
    throw error;
  }
}

/** A suggestion to append to a reason. */
export function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
}
