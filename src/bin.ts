#!/usr/bin/env node
// The command `course-catalog`.
import module from 'node:module';

// Node 22.8 and newer keep compiled code in a folder for temporary files, so that the next start need not compile it again.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache();

const { run } = await import('./cli.ts');
const exitCode = await run(process);
// What was said is out before the end; what a library still waits for does not keep a person waiting.
await Promise.all([process.stdout, process.stderr].map(written));
process.exit(exitCode);

function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
