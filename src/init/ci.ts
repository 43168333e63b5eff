// Continuous integration: the steps that the build services of all hosts share.

/** A Node that this package runs on and that has long support. */
export const nodeVersion = 22;

/** A new catalog has no lock file before its first `npm install`, and `npm ci` fails without one. */
export const installCommand = 'if [ -f package-lock.json ]; then npm ci; else npm install; fi';

/** Seconds to wait before each attempt: more than ten minutes in all, which is how long a network may keep old answers. */
const waits = [10, 20, 30, 60, 120, 180, 240];

/**
 * Lines of shell that verify a site until it answers as the build does, or there was time enough. Only exit code 1, of
 * a site that answers otherwise or not yet, is one that waiting can mend.
 */
export function attempts(address: string, build: string, indent: number): string {
  const lines = [
    `for wait in ${waits.join(' ')}; do`,
    `  sleep "$wait"`,
    `  npx --no course-catalog verify "${address}" --against ${build} --sample 500 && exit 0`,
    `  code=$?; [ "$code" -eq 1 ] || exit "$code"`,
    `  echo "Not there yet, or not whole: trying again"`,
    'done',
    'exit 1',
  ];
  return lines.map((line) => ' '.repeat(indent) + line).join('\n');
}
