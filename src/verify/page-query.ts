// The page query: `?page=` in its forms, at a list that was walked (specification 4.1).
import { coursesIn } from './page.ts';
import { isAnswered, saidBy, type Run } from './run.ts';
import type { Walked } from './walk.ts';

/** Holds the pages that `?page=` answers against those that were walked. */
export async function holdPageQuery(run: Run, walked: Walked): Promise<void> {
  const { client, findings } = run;
  const { address, pages, last, hasNext, isWhole } = walked;
  // A list that could not be walked has broken another rule by that.
  const isPromised = isWhole && walked.nextForm === 'query';
  for (const page of hasNext ? [1, 2] : [1]) {
    const answer = await client.send({ method: 'GET', url: `${address}?page=${page}` });
    if (!isAnswered(run, answer)) continue;
    const courses = coursesIn(answer);
    // Where the walk did not come to page 2, it is at least not page 1.
    const isRight =
      courses !== undefined && (page === 1 || courses !== pages[0]) && courses === (pages[page - 1] ?? courses);
    const finding = () =>
      answer.status === 200 ? `${answer.request.url} answers other courses than page ${page}` : saidBy(answer);
    if (isPromised) findings.expect('page-number', isRight, answer.request, finding);
    if (isRight || !isPromised) findings.expect('page-query', isRight, answer.request, finding);
  }
  for (const page of ['0', 'abc', ...(isWhole ? [String(last + 1)] : [])]) {
    const answer = await client.send({ method: 'GET', url: `${address}?page=${page}` });
    if (!isAnswered(run, answer)) continue;
    findings.expect('page-unknown', answer.status === 404, answer.request, () => saidBy(answer));
  }
}
