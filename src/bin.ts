#!/usr/bin/env node
// The executable `course-catalog`.
import module from 'node:module';

// Node 22.8 and newer cache compiled code in a temporary folder, so that the next start need not compile it again.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache();

const { run } = await import('./cli.ts');
const exitCode = await run(process);
// Exit as soon as the output is flushed, whatever handles a library still holds open.
await Promise.all([process.stdout, process.stderr].map(flushed));
process.exit(exitCode);

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
