#!/usr/bin/env node
// The executable `static-course-catalog`. It parses under any Node that has modules, so that an old one is told what it lacks.

/** As `engines` in package.json says. */
const [neededMajor, neededMinor] = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  const finding = `static-course-catalog needs Node ${neededMajor}.${neededMinor} or newer, this is ${major}.${minor}`;
  process.stderr.write(`error: ${finding}; https://nodejs.org/en/download has it\n`);
  process.exitCode = 1;
} else void start();

async function start(): Promise<void> {
  const { default: module } = await import('node:module');
  // Node 22.8 and newer cache compiled code in a temporary folder, so that the next start need not compile it again.
  if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache();
  const { run } = await import('./cli/cli.ts');
  const exitCode = await run(process);
  // Exit as soon as the output is flushed, whatever handles a library still holds open.
  await Promise.all([process.stdout, process.stderr].map(flushed));
  process.exit(exitCode);
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
