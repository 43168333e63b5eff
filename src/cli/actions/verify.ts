// A verification of a service by its address.
import { apiBaseOf } from '../../http/addresses.ts';
import type { VerifyReport } from '../../results.ts';
import type { Action } from './action.ts';

/** Verifies the service of a site. An address copied from a browser may be one of the API's own. Throws a ProblemsError if there is no local build to compare with. */
export async function runVerify(
  url: string,
  { options, version, onProgress, signal }: Action,
  onWait: (seconds: number) => void = () => {},
): Promise<VerifyReport> {
  const { userAgentOf } = await import('../../http/client.ts');
  const { verify } = await import('../../verify/verify.ts');
  const base = apiBaseOf(url) ?? url;
  return verify({ ...options, url: base, userAgent: userAgentOf(version), onWait }, onProgress, signal);
}
