// robots.txt: what a host lets this client read (RFC 9309).

export interface Robots {
  readonly allows: (url: string) => boolean;
  /** Seconds between requests that the host asks for. */
  readonly delay: number;
  /** What to say of an address that it does not allow. */
  readonly why: string;
}

const agent = 'static-course-catalog';
const maxDelay = 10;
const maxRules = 10_000;

const why = 'robots.txt does not allow it';

export const everything: Robots = { allows: () => true, delay: 0, why };

interface Group {
  readonly agents: string[];
  readonly rules: { readonly isAllowed: boolean; readonly path: string }[];
  delay: number;
}

/** Reads a robots.txt. Of the rules that match, the longest decides; where two are equal, the one that allows. */
export function readRobots(text: string): Robots {
  const groups: Group[] = [];
  let isOpen = false;
  let count = 0;
  for (const line of text.split(/\r\n|\r|\n/u)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/iu.exec(line) ?? [];
    const field = name.toLowerCase();
    if (field === 'user-agent') {
      if (!isOpen) groups.push({ agents: [], rules: [], delay: 0 });
      groups.at(-1)?.agents.push(value.toLowerCase());
      isOpen = true;
    } else if (field !== '') {
      isOpen = false;
      const group = groups.at(-1);
      if ((field === 'allow' || field === 'disallow') && value !== '' && (count += 1) <= maxRules) {
        group?.rules.push({ isAllowed: field === 'allow', path: value });
      } else if (group && field === 'crawl-delay') group.delay = Math.min(maxDelay, Number(value) || 0);
    }
  }
  const named = groups.filter(({ agents }) => agents.includes(agent));
  const chosen = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  const rules = chosen.flatMap((group) => group.rules);
  return {
    why,
    delay: Math.max(0, ...chosen.map((group) => group.delay)),
    allows: (url) => {
      const { pathname, search } = new URL(url);
      const matching = rules.filter(({ path }) => matches(pathname + search, path));
      const longest = Math.max(0, ...matching.map(({ path }) => path.length));
      const deciding = matching.filter(({ path }) => path.length === longest);
      return deciding.length === 0 || deciding.some(({ isAllowed }) => isAllowed);
    },
  };
}

/** Whether a path matches a pattern with `*` and a final `$`. No regular expression: a hostile pattern could take it hours. */
function matches(path: string, pattern: string): boolean {
  const isEnd = pattern.endsWith('$');
  const parts = (isEnd ? pattern.slice(0, -1) : pattern).split('*');
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    if (isEnd && index === rest.length - 1) return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return !isEnd || rest.length > 0 || path.length === at;
}
