// A verification in this process, and its result in a few words.
import { reportLines } from '../../src/verify/report.ts';
import { ruleNames, type RuleName } from '../../src/verify/rules.ts';
import type { VerifyReport } from '../../src/results.ts';
import { verify, type VerifyOptions } from '../../src/verify/verify.ts';
import { answerLimit } from '../helpers/limits.ts';
import { plain } from '../helpers/plain.ts';
import { startService, type Defect, type Service } from './service.ts';

export const usual = { limit: undefined, timeout: answerLimit, retries: 0, against: undefined };

export async function verified(url: string, chosen: Partial<VerifyOptions> = {}): Promise<VerifyReport> {
  return verify({ ...usual, url, ...chosen }, () => {}, new AbortController().signal);
}

/** Starts the service with a defect, and stops it after use. */
export async function withService<T>(defect: Defect | undefined, use: (service: Service) => Promise<T>): Promise<T> {
  const service = await startService(defect);
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}

/** Verifies the service with a defect. */
export async function verifiedService(
  defect?: Defect,
  chosen: Partial<VerifyOptions> = {},
): Promise<{ report: VerifyReport; base: string; log: readonly string[] }> {
  return withService(defect, async ({ base, log }) => ({ report: await verified(base, chosen), base, log }));
}

/** The rules with this outcome. */
export function rulesWith({ rules }: VerifyReport, outcome: string): RuleName[] {
  return ruleNames.filter((name) => rules.some(({ rule, outcome: found }) => rule === name && found === outcome));
}

/** The first example of a rule: its finding and its curl line; empty if there is none. */
export function exampleOf({ rules }: VerifyReport, name: RuleName): { finding: string; curl: string } {
  return rules.find(({ rule }) => rule === name)?.examples[0] ?? { finding: '', curl: '' };
}

/** The lines that the command prints. */
export function linesOf(report: VerifyReport): string[] {
  return reportLines(report).map(plain);
}
