// The page query: checks the forms of `?page=` on a walked list (specification 4.1).
import { coursesKeyIn } from './page.ts';
import { isAnswered, describeAnswer, type Run } from './run.ts';
import type { WalkedList } from './walk.ts';

/** Compares the pages that `?page=` returns with those that were walked. */
export async function checkPageQuery(run: Run, walked: WalkedList): Promise<void> {
  const { client, checks } = run;
  const { address, pages, last, hasNext, isComplete } = walked;
  // A list that could not be walked breaks another rule.
  const isPromised = isComplete && walked.nextForm === 'query';
  for (const page of hasNext ? [1, 2] : [1]) {
    const answer = await client.send({ method: 'GET', url: `${address}?page=${page}` });
    if (!isAnswered(run, answer)) continue;
    const courses = coursesKeyIn(answer);
    // If the walk did not reach page 2, the page must at least differ from page 1.
    const isRight =
      courses !== undefined && (page === 1 || courses !== pages[0]) && courses === (pages[page - 1] ?? courses);
    const finding =
      answer.status === 200 ? `${answer.request.url} has other courses than page ${page}` : describeAnswer(answer);
    if (isPromised) checks.expect('page-number', isRight, answer.request, finding);
    if (isRight || !isPromised) checks.expect('page-query', isRight, answer.request, finding);
  }
  for (const page of ['0', 'abc', ...(isComplete ? [String(last + 1)] : [])]) {
    const answer = await client.send({ method: 'GET', url: `${address}?page=${page}` });
    if (!isAnswered(run, answer)) continue;
    checks.expect('page-unknown', answer.status === 404, answer.request, describeAnswer(answer));
  }
}
