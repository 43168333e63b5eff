// A section for one list of the API: its items, a note that it is empty, or an error.
import type { ComponentChildren } from 'preact';
import { reasonOf } from '../failures.tsx';
import { message } from '../language/locale.ts';

/** A list, or the error if it could not be loaded. */
export type ListAnswer<Listed> = readonly Listed[] | Error;

/** Turns a rejection into a value, so that one failed list does not hide the others. */
export async function answerOf<Listed>(request: Promise<readonly Listed[]>): Promise<ListAnswer<Listed>> {
  try {
    return await request;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

interface Props<Listed> {
  readonly route: 'latest' | 'categories' | 'providers' | 'languages';
  readonly title: string;
  readonly answer: ListAnswer<Listed>;
  readonly retry: () => void;
  /** Renders a non-empty list. */
  readonly children: (items: readonly Listed[]) => ComponentChildren;
}

export function ListSection<Listed>({ route, title, answer, retry, children }: Props<Listed>) {
  return (
    <section aria-labelledby={route}>
      <div class="section-head">
        <h2 id={route}>{title}</h2>
      </div>
      {answer instanceof Error ? (
        <div class="failure">
          <p>
            {message(`failure.${route}`)}{' '}
            <button type="button" class="plain-button" onClick={retry}>
              {message('failure.retry')} <span class="visually-hidden">({title})</span>
            </button>
          </p>
          <p class="quiet">{reasonOf(answer)}</p>
        </div>
      ) : answer.length === 0 ? (
        <p class="empty">{message(`empty.${route === 'latest' ? 'courses' : route}`)}</p>
      ) : (
        children(answer)
      )}
    </section>
  );
}
