// Reach: checks that there is an API at the address before all other checks.
import { addressOf, apiRoot } from '../api/routes.ts';
import { parseUrl } from '../text/urls.ts';
import type { Answer } from '../client/client.ts';
import { jsonIn, describeAnswer, bodyStart, type Run } from './run.ts';

/** Whether one of the addresses without a parameter answers 200 with JSON. If not, records what they answer. */
export async function isReachable({ client, checks, base }: Run): Promise<boolean> {
  const answers: Answer[] = [];
  for (const route of ['categories', 'providers', 'latest'] as const) {
    const answer = await client.send({ method: 'GET', url: addressOf(base, route) });
    if (answer.status === 200 && jsonIn(answer.body) !== undefined) {
      return checks.expect('reachable', true, answer.request, '');
    }
    answers.push(answer);
    if (answer.failure !== undefined) break;
  }
  for (const answer of answers) checks.expect('reachable', false, answer.request, findingOf(answer));
  return false;
}

function findingOf(answer: Answer): string {
  if (answer.status !== 200) return `${describeAnswer(answer)}${redirectOf(answer)}`;
  return `${answer.request.url} answered with ${bodyStart(answer.body)}, not JSON`;
}

/** Suggests verifying the target of a redirect. */
function redirectOf({ headers, request }: Answer): string {
  const location = headers.get('location');
  const target = location === null ? undefined : parseUrl(location, request.url);
  if (!target) return '';
  const { origin, pathname } = target;
  const at = pathname.indexOf(`/${apiRoot}/`);
  return at === -1 ? '' : `; verify ${origin}${pathname.slice(0, at)} instead`;
}
