// A section for one list of the API: its items, a note that it is empty, or an error.
import type { ComponentChildren } from 'preact';
import { reasonOf } from '../failures.tsx';
import { message } from '../language/locale.ts';

/** A list, or why it could not be loaded. */
export type ListAnswer<Listed> = PromiseSettledResult<readonly Listed[]>;

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
      {answer.status === 'rejected' ? (
        <div class="failure">
          <p>
            {message(`failure.${route}`)}{' '}
            <button type="button" class="plain-button" onClick={retry}>
              {message('failure.retry')} <span class="visually-hidden">({title})</span>
            </button>
          </p>
          <p class="quiet">{reasonOf(answer.reason)}</p>
        </div>
      ) : answer.value.length === 0 ? (
        <p class="empty">{message(`empty.${route === 'latest' ? 'courses' : route}`)}</p>
      ) : (
        children(answer.value)
      )}
    </section>
  );
}
