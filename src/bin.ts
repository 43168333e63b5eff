#!/usr/bin/env node
// The command `course-catalog`.
import { run } from './cli.ts';

const exitCode = await run(process);
// What was said is out before the end; what a library still waits for does not keep a person waiting.
await Promise.all([process.stdout, process.stderr].map(written));
process.exit(exitCode);

function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
