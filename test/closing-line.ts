// The closing line of a test run, for people and machines that read only the last line.
import type { Reporter, TestModule } from 'vitest/node';

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      let failedTests = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed' || state === 'failed' || state === 'skipped') counts[state] += 1;
        if (state === 'failed') failedTests += 1;
      }
      // A file that cannot be run fails without a test of its own.
      if (module.state() === 'failed' && failedTests === 0) counts.failed += 1;
    }
    counts.failed += errors.length;
    if (counts.skipped > 0) process.stdout.write(`${counts.skipped} skipped; their names say what they need\n`);
    process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
  }
}
