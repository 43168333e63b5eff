// The table of commands.
import { addCommand } from './add.ts';
import { buildCommand } from './build.ts';
import { checkCommand } from './check.ts';
import type { CommandRow } from './command.ts';
import { diffCommand } from './diff.ts';
import { hostsCommand } from './hosts.ts';
import { importCommand } from './import.ts';
import { initCommand } from './init.ts';
import { linksCommand } from './links.ts';
import { mcpCommand } from './mcp.ts';
import { previewCommand } from './preview.ts';
import { verifyCommand } from './verify.ts';

/** A new command is a new row here and a file beside this one. */
export const commands: readonly CommandRow[] = [
  buildCommand,
  checkCommand,
  diffCommand,
  previewCommand,
  verifyCommand,
  hostsCommand,
  initCommand,
  importCommand,
  addCommand,
  linksCommand,
  mcpCommand,
];
