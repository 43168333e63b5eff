// The command `unpack`: writes the responses of a packed build as plain files.
import { UsageError } from '../errors.ts';
import { printJson, say, type Session } from '../console/session.ts';
import { count } from '../text/number-format.ts';
import { bold, line } from '../text/terminal.ts';
import type { CommandRow } from './command.ts';

export const unpackCommand: CommandRow = {
  name: 'unpack',
  description:
    'write the API in the packs of a build as plain files, those of a build without --pack; such a build also writes the files around the API',
  argument: { name: 'folder', description: 'a new or empty folder to write them to' },
  examples: {
    'Write the API in the packs of dist/ as plain files': 'plain',
  },
  run: runUnpack,
};

async function runUnpack({ io, options, argument }: Session): Promise<boolean> {
  if (!argument) throw new UsageError('unpack needs a folder to write to: npx course-catalog unpack FOLDER');
  const { out, indexFile, json, quiet } = options;
  const { unpack } = await import('../storage/packs/unpack.ts');
  const files = unpack(out, argument, indexFile);
  if (json) printJson(io, { ok: true, out, folder: argument, files });
  else if (!quiet) say(io, line`Unpacked ${bold(out)} into ${bold(argument)}: ${count(files, 'file')}`);
  return true;
}
