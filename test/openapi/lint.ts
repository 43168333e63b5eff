// A public linter of OpenAPI documents, run by its own command.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A report without findings. */
export const noFindings: LintReport = { totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] };

export interface LintReport {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly { readonly ruleId: string; readonly message: string }[];
}

/** Runs the linter once, and returns its report on each file; it exits with 1 if it finds something. */
export async function lint(files: readonly string[]): Promise<LintReport[]> {
  const args = ['lint', '--config', 'test/openapi/redocly.yaml', '--format', 'json', ...files];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = promisify(execFile)('node_modules/.bin/redocly', args, { env });
  const { stdout } = await run.catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error) return { stdout: String(error.stdout) };
    throw error;
  });
  // One object after the other, without separators.
  const reports: LintReport[] = JSON.parse(`[${stdout.slice(stdout.indexOf('{')).replaceAll(/^\}\{$/gmu, '},{')}]`);
  return reports.map(({ totals, problems }) => ({ totals, problems }));
}
