// Lists of courses: a row for each, with title, author, provider, language and date.
import { shortened } from '../../../text/shortened.ts';
import type { FoundCourse } from '../../../outputs/search/file-format.ts';
import { fragmentOf } from '../place.ts';
import { courseTag } from './items.ts';
import { PublishedOn } from '../components.tsx';
import type { ScreenContext } from '../screen.ts';

/** A full record, a summary record or a search result; the optional fields are missing in some of them. */
export interface ListedCourse extends FoundCourse {
  readonly linkurl?: string;
  readonly provider_name?: string;
  readonly date_published?: string;
  /** What else rows show, in words. */
  readonly rowFacts?: readonly string[];
}

export function CourseList({
  courses,
  context,
  label,
}: {
  courses: readonly ListedCourse[];
  context: ScreenContext;
  label: string;
}) {
  return (
    <ol class="courses" aria-label={label}>
      {courses.map(
        ({ id, linkhash, title, linkurl, author, language, provider_name = '', date_published, rowFacts = [] }) => (
          // The print style shows this address, since links do not work on paper.
          <li key={id} data-linkurl={linkurl}>
            <a
              class="title"
              href={fragmentOf({ screen: 'course', linkhash })}
              dir="auto"
              lang={courseTag(language, context)}
            >
              {shortened(title)}
            </a>
            <p class="facts">
              {[author, provider_name, ...language.map(context.localizedLanguage), ...rowFacts].map(
                (fact, index) =>
                  fact !== '' && (
                    // Isolates its direction from the separator that follows.
                    <span key={index}>
                      <bdi>{shortened(fact)}</bdi>
                    </span>
                  ),
              )}
              {date_published !== undefined && <PublishedOn date={date_published} />}
            </p>
          </li>
        ),
      )}
    </ol>
  );
}
