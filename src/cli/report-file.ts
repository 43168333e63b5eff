// The file of `--report`: JSON, or Markdown for people if its name ends in .md.
import { join } from 'node:path';
import { configFile } from '../options/configuration.ts';
import { ProblemsError, type Problem, type Rule } from '../text/problems.ts';
import type { Session } from './session.ts';

/** Throws a ProblemsError if the report cannot be written, or would replace the catalog or one of the files that the command reads. */
export async function requireReport(rule: Rule, inputs: readonly string[], { io, options }: Session): Promise<void> {
  if (options.report === undefined) return;
  const { sideFileProblems } = await import('../storage/side-files.ts');
  const protectedPaths = { folders: [options.data], inputs: [...inputs, join(io.cwd(), configFile)] };
  const problems = sideFileProblems(options.report, protectedPaths, { rule, remedy });
  if (problems.length > 0) throw new ProblemsError(problems);
}

/** Writes the report, if there is one. Returns why it cannot. */
export async function writeReport(
  rule: Rule,
  data: object,
  markdown: () => string,
  { options: { report } }: Session,
): Promise<Problem[]> {
  if (report === undefined) return [];
  const { writeSideFile } = await import('../storage/side-files.ts');
  const text = /\.md$/iu.test(report) ? markdown() : `${JSON.stringify(data, undefined, 2)}\n`;
  return writeSideFile(report, text, { rule, remedy });
}

const remedy = 'name a writable file outside the source folder that the command does not read';
