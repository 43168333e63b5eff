// The end of a test run: what was skipped and why, the slowest files, and a closing line for people and machines that read only the last one.
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

export default class ClosingLine implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const needs = new Set<string>();
    for (const module of modules) {
      let failedTests = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed' || state === 'failed' || state === 'skipped') counts[state] += 1;
        if (state === 'failed') failedTests += 1;
        if (state === 'skipped') for (const need of needsOf(test)) needs.add(need);
      }
      // A file that cannot be loaded fails without a failing test.
      if (module.state() === 'failed' && failedTests === 0) counts.failed += 1;
    }
    counts.failed += errors.length;
    const lines = [
      ...(modules.length > shownFiles ? slowest(modules) : []),
      ...(counts.skipped > 0 ? [`${counts.skipped} skipped${needed(needs)}`] : []),
      ...(this.#vitest?.config.project.includes('node')
        ? ['`npm run test:all` also runs the tests that start other programs or install the package']
        : []),
      `${counts.passed} passed, ${counts.failed} failed`,
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
}

function needed(needs: ReadonlySet<string>): string {
  return needs.size === 0 ? '' : `, which need: ${[...needs].toSorted().join('; ')}`;
}

/** The requirements that a skipped test states: in its name, or in the note with which it was skipped. */
function needsOf(test: TestCase): string[] {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  const texts = `${test.fullName}${note === undefined ? '' : ` (${note})`}`;
  return [...texts.matchAll(/\(needs:? ([^)]*)\)/gu)].map(([, need = '']) => need);
}

const shownFiles = 10;

/** The files that took longest, as rows of a Markdown table. */
function slowest(modules: readonly TestModule[]): string[] {
  const timed = modules.map((module) => ({
    file: module.relativeModuleId,
    seconds: module.diagnostic().duration / 1000,
  }));
  const first = timed.toSorted((one, other) => other.seconds - one.seconds).slice(0, shownFiles);
  return first.map(({ file, seconds }) => `| \`${file}\` | ${seconds.toFixed(0)} s |`);
}
