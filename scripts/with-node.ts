// Runs a command with another release line of Node than this one: npx tsx scripts/with-node.ts 24 npm run unit
import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { installNodes, nodeOf, nodeVersions } from '../test/helpers/nodes.ts';

const [line = '', program = '', ...args] = process.argv.slice(2);
const version = nodeVersions.find((one) => one.startsWith(`${line}.`));
if (version === undefined) throw new Error(`no Node ${line}: there are ${nodeVersions.join(', ')}`);
await installNodes();
const path = [dirname(nodeOf(version)), process.env['PATH']].join(delimiter);
const { status, error } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, PATH: path } });
if (error) throw error;
process.exitCode = status ?? 1;
