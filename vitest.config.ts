import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/compile.ts', 'test/services.ts'],
    reporters: ['default', './test/closing-line.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Many tests wait for processes of their own.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
