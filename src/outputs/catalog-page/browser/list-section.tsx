// A section for one list of the API: its items, a note that it is empty, or an error.
import type { ComponentChildren } from 'preact';
import { Section } from './parts.tsx';

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
  /** Names the items: `providers`. */
  readonly plural: string;
  readonly answer: ListAnswer<Listed>;
  readonly retry: () => void;
  /** Renders a non-empty list. */
  readonly children: (items: readonly Listed[]) => ComponentChildren;
}

export function ListSection<Listed>({ route, title, plural, answer, retry, children }: Props<Listed>) {
  const name = `the ${title.toLowerCase()}`;
  return (
    <Section id={route} title={title}>
      {answer instanceof Error ? (
        <NotLoaded name={name} error={answer} retry={retry} />
      ) : answer.length === 0 ? (
        <p class="empty">There are no {plural} yet.</p>
      ) : (
        children(answer)
      )}
    </Section>
  );
}

function NotLoaded({ name, error, retry }: { name: string; error: Error; retry: () => void }) {
  return (
    <div class="failure">
      <p>
        {name.replace(/^t/u, 'T')} could not be loaded.{' '}
        <button type="button" class="plain-button" onClick={retry}>
          Try again<span class="visually-hidden"> to load {name}</span>
        </button>
      </p>
      <p class="quiet">{error.message}</p>
    </div>
  );
}
