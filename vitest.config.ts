import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { filesWithPrograms } from './test/helpers/files-with-programs.ts';
import { eventLimit, testLimit } from './test/helpers/limits.ts';
import { LongestFirst } from './test/helpers/longest-first.ts';

const options = {
  setupFiles: ['test/helpers/seed.ts'],
  testTimeout: testLimit,
  hookTimeout: testLimit,
  expect: { poll: { timeout: eventLimit } },
  // With it, Node parses all of its certificates at every start: 40 ms.
  env: { NODE_EXTRA_CA_CERTS: '' },
  // All cores are in use: collecting garbage in further threads takes the time of other tests.
  execArgv: ['--single-threaded-gc'],
  // The files share the processes they run in, so that what they import is loaded and compiled once in each.
  isolate: false,
};
const programs = filesWithPrograms();

export default defineConfig({
  test: {
    globalSetup: ['test/helpers/compile.ts', 'test/helpers/services.ts'],
    reporters: ['default', './test/helpers/closing-line.ts'],
    // One more than cores, as some tests wait. More would not help: each process spends half a minute on loading and compiling. For six
    // of them test/helpers/ports.ts has ports.
    maxWorkers: Math.min(6, availableParallelism() + 1),
    teardownTimeout: eventLimit,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...options, name: 'programs', include: programs } },
      { test: { ...options, name: 'node', include: ['test/**/*.test.ts'], exclude: programs } },
    ],
  },
});
