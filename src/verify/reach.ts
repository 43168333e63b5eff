// Reach: whether there is an API at the address at all, before anything is held against it.
import { addressOf, apiRoot } from '../api/routes.ts';
import type { Answer } from './client.ts';
import { parseJson, saidBy, startOf, type Run } from './run.ts';

/** Whether one of the addresses without a parameter answers 200 with JSON. If not, says what they answer. */
export async function isReachable({ client, findings, base }: Run): Promise<boolean> {
  const answers: Answer[] = [];
  for (const route of ['categories', 'providers', 'latest'] as const) {
    const answer = await client.send({ method: 'GET', url: addressOf(base, route) });
    if (answer.status === 200 && parseJson(answer.body) !== undefined) {
      return findings.expect('reachable', true, answer.request, () => '');
    }
    answers.push(answer);
    if (answer.failure !== undefined) break;
  }
  for (const answer of answers) findings.expect('reachable', false, answer.request, () => findingOf(answer));
  return false;
}

function findingOf(answer: Answer): string {
  if (answer.status !== 200) return `${saidBy(answer)}${redirectOf(answer)}`;
  return `${answer.request.url} answers no JSON but ${startOf(answer.body)}`;
}

/** A host that sends every reader elsewhere is to be verified there. */
function redirectOf({ headers, request }: Answer): string {
  const location = headers.get('location');
  if (location === null || !URL.canParse(location, request.url)) return '';
  const { origin, pathname } = new URL(location, request.url);
  const at = pathname.indexOf(`/${apiRoot}/`);
  return at === -1 ? '' : `; verify ${origin}${pathname.slice(0, at)} instead`;
}
