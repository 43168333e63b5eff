// A check, and its report.
import type { CheckReport } from '../../results.ts';
import { problemData } from '../../text/messages.ts';
import { progressOf } from './build.ts';
import type { Action } from './action.ts';

/** Checks a catalog. Throws a ProblemsError with every problem if any is an error. */
export async function runCheck({ options, onProgress, signal }: Action) {
  const { check } = await import('../../build/check.ts');
  return check(options, { onProgress: (progress) => onProgress(progressOf(progress)), signal });
}

export function checkReport({ summary, warnings }: Awaited<ReturnType<typeof runCheck>>): CheckReport {
  return { ok: true, ...summary, problems: warnings.map(problemData) };
}
