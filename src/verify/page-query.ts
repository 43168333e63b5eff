// The page query: `?page=` in its forms, at a list that was walked (specification 4.1).
import type { Answer } from './client.ts';
import { isAnswered, parseJson, saidBy, type Run } from './run.ts';
import { coursesOn, type Walked } from './walk.ts';

/** Holds the pages that `?page=` answers against those that were walked. */
export async function holdPageQuery(run: Run, { address, pages, last, hasNext, isWhole }: Walked): Promise<void> {
  const { client, findings } = run;
  for (const page of hasNext ? [1, 2] : [1]) {
    const answer = await client.send({ method: 'GET', url: `${address}?page=${page}` });
    if (!isAnswered(run, answer)) continue;
    const courses = coursesIn(answer);
    // Where the walk did not come to page 2, it is at least not page 1.
    const isRight =
      courses !== undefined && (page === 1 || courses !== pages[0]) && courses === (pages[page - 1] ?? courses);
    findings.expect('page-query', isRight, answer.request, () => {
      return answer.status === 200 ? `${answer.request.url} answers other courses than page ${page}` : saidBy(answer);
    });
  }
  for (const page of ['0', 'abc', ...(isWhole ? [String(last + 1)] : [])]) {
    const answer = await client.send({ method: 'GET', url: `${address}?page=${page}` });
    if (!isAnswered(run, answer)) continue;
    findings.expect('page-unknown', answer.status === 404, answer.request, () => saidBy(answer));
  }
}

function coursesIn({ status, body }: Answer): string | undefined {
  const value = status === 200 ? parseJson(body) : undefined;
  if (typeof value !== 'object' || value === null || !('results' in value) || !Array.isArray(value.results))
    return undefined;
  return coursesOn(value.results);
}
