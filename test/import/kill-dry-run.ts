// A process that kills itself in a dry run of an import, once it has written to the folder for temporary files.
import { readdirSync } from 'node:fs';
import { runImport } from './imported.ts';

const [, , source = '', data = '', temporary = ''] = process.argv;
process.env['TMPDIR'] = temporary;
const before = readdirSync(temporary).length;
const look = () => {
  if (readdirSync(temporary).length > before) process.kill(process.pid, 'SIGKILL');
  setImmediate(look);
};
look();
await runImport(source, data, { dryRun: true });
process.exit(0);
