// A section for one list of the API: what it holds, that it holds nothing, or why it is not there.
import type { ComponentChildren } from 'preact';
import { addressOf } from '../../api/routes.ts';
import { JsonLink, Section } from './parts.tsx';

/** A list, or why it could not be loaded. */
export type Answer<Listed> = readonly Listed[] | Error;

/** What comes of a request: a failure is a value, so that others are shown beside it. */
export async function answerOf<Listed>(asked: Promise<readonly Listed[]>): Promise<Answer<Listed>> {
  try {
    return await asked;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

interface Props<Listed> {
  readonly route: 'latest' | 'categories' | 'providers' | 'languages';
  readonly title: string;
  /** What is in the list: `providers`. */
  readonly many: string;
  readonly answer: Answer<Listed>;
  readonly retry: () => void;
  /** Shows a list that is not empty. */
  readonly children: (items: readonly Listed[]) => ComponentChildren;
}

export function ListSection<Listed>({ route, title, many, answer, retry, children }: Props<Listed>) {
  const name = `the ${title.toLowerCase()}`;
  return (
    <Section id={route} title={title} aside={<JsonLink address={addressOf('.', route)} of={name} />}>
      {answer instanceof Error ? (
        <NotLoaded name={name} error={answer} retry={retry} />
      ) : answer.length === 0 ? (
        <p class="nothing">There are no {many} yet.</p>
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
          Try again<span class="unseen"> to load {name}</span>
        </button>
      </p>
      <p class="quiet">{error.message}</p>
    </div>
  );
}
