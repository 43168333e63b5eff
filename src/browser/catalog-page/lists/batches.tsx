// A list of courses that shows more of them on demand.
import { useEffect, useRef, useState } from 'preact/hooks';
import { batchSize } from '../../../library/search/title-order.ts';
import { remember } from '../entries.ts';
import { message } from '../language/locale.ts';
import { isTyping } from '../typing.ts';
import type { ScreenContext } from '../screen.ts';
import { CourseList, type ListedCourse } from './course-list.tsx';

interface Props {
  readonly first: readonly ListedCourse[];
  readonly total: number;
  readonly load: (limit: number) => Promise<readonly ListedCourse[]>;
  readonly context: ScreenContext;
}

export function Batches({ first, total, load, context }: Props) {
  const [courses, setCourses] = useState(first);
  const [hasFailed, setFailed] = useState(false);
  const before = useRef(courses.length);

  // The button may go with the last batch.
  useEffect(() => {
    if (courses.length === before.current) return;
    const added = document.querySelectorAll<HTMLElement>('.courses a.title')[before.current];
    if (!isTyping()) added?.focus();
    before.current = courses.length;
  }, [courses.length]);

  async function showMore(): Promise<void> {
    const shown = courses.length + batchSize;
    // Before the wait: afterwards another entry may be the current one.
    remember('shown', shown);
    try {
      setCourses(await load(shown));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }
  return (
    <>
      <CourseList courses={courses} context={context} label={message('filter.results')} />
      {total > batchSize && (
        <p class="actions">
          {courses.length < total && (
            <button type="button" class="button" onClick={() => void showMore()}>
              {message('filter.more')}
            </button>
          )}
          <span role="status" class="quiet">
            {hasFailed ? message('filter.failed') : message('filter.shown', { shown: courses.length, total })}
          </span>
        </p>
      )}
    </>
  );
}
