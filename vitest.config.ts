import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/helpers/longest-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/helpers/seed.ts'],
    globalSetup: ['test/helpers/compile.ts', 'test/helpers/services.ts'],
    reporters: ['default', './test/helpers/closing-line.ts'],
    // Generous: on a busy machine a test takes several times as long as on a quiet one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Many tests wait for processes of their own, for timers or for the browser.
    maxWorkers: 6,
    // With it, Node parses all of its certificates at every start: 40 ms.
    env: { NODE_EXTRA_CA_CERTS: '' },
    // Each has a part of a core: collecting garbage in further threads takes the time of other tests.
    execArgv: ['--single-threaded-gc'],
    // The files share the processes they run in, so that what they import is loaded and compiled once in each.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
