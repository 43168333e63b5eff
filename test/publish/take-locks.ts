// A builder process: takes the lock on the output folder in each folder named on a line, and keeps it until it ends.
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { acquireLock } from '../../src/storage/lock.ts';
import { ProblemsError } from '../../src/text/problems.ts';

process.stdout.write('ready\n');
for await (const folder of createInterface({ input: process.stdin })) process.stdout.write(`${outcomeOf(folder)}\n`);
process.exit();

function outcomeOf(folder: string): string {
  try {
    acquireLock('dist', join(folder, 'dist'), folder);
    return 'held';
  } catch (error) {
    return error instanceof ProblemsError ? error.message : String(error);
  }
}
