// The screen of a course list: one page of the courses of a category, provider or language as the API has it, or these courses filtered.
import { addressOf } from '../../../api/routes.ts';
import type { ChildCategory, Envelope, ListedCategory } from '../../../api/records.ts';
import { pageFileAddress, pagesOf } from '../api.ts';
import { CourseList } from './course-list.tsx';
import { ItemChips } from './item-list.tsx';
import { categoryItem, type Item } from './items.ts';
import { loadCourses, loadFiltered, sortOf, withFacts, type Filtered } from '../filters/filtered-courses.ts';
import type { CatalogFacts } from '../facts/load-facts.ts';
import { FilteredList } from '../filters/filtered-list.tsx';
import { listFeedAddress } from '../../../outputs/frame/feed-address.ts';
import { htmlListFolders, type ShownRoute } from '../../../outputs/shared/page-paths.ts';
import { tagOfName } from '../../../text/locales/language-names.ts';
import { message } from '../language/locale.ts';
import { Pager } from './pager.tsx';
import { ApiLine, Heading, SharedPage } from '../components.tsx';
import { fragmentOf, listFragment, type ListPlace } from '../place.ts';
import type { ScreenContext, Screen } from '../screen.ts';

export async function listScreen(list: ListPlace, context: ScreenContext): Promise<Screen> {
  // What is chosen depends on them, and nothing else.
  const facts = list.selection === undefined ? undefined : await context.facts();
  const details = loadDetails[list.route](list.parameter, context);
  const [filtered, envelope] = [loadFiltered(list, context), context.api.page(pageFileAddress(list))];
  if (isAsInApi(list, facts)) {
    // The pages of the API do without filters.
    return screenOf(list, context, ...(await Promise.all([details, filtered.catch(() => undefined), envelope])));
  }
  const counted = Promise.all([details, filtered]);
  // Fails with the envelope, but does not wait for it.
  await Promise.race([counted, Promise.all([counted, envelope])]);
  const [known, early] = await counted;
  const whole = async () => {
    const [courses, page] = await Promise.all([loadCourses(early), envelope]);
    return screenOf(list, context, known, { ...early, courses }, page);
  };
  return known.name === undefined ? whole() : { ...screenOf(list, context, known, early), next: whole };
}

/** Whether a list is neither filtered nor sorted: that order is offered for no other. */
function isAsInApi(list: ListPlace, facts: CatalogFacts | undefined): boolean {
  return sortOf(list, facts) === 'listed';
}

/** A filtered list does without the envelope until it is loaded. */
function screenOf(
  list: ListPlace,
  context: ScreenContext,
  details: ListDetails,
  filtered: Filtered | undefined,
  envelope?: Envelope,
): Screen {
  const name = envelope?.title ?? details.name ?? message('list.category', { id: list.parameter });
  const whole = isAsInApi(list, filtered?.facts) ? envelope : undefined;
  const pages = whole ? pagesOf(whole, list.page) : 1;
  const place = pages === 1 ? '' : message('list.page', { page: list.page, pages });
  const courses = message('courses.count', { count: whole?.count ?? filtered?.results.total ?? 0 });
  const results = whole?.results ?? [];
  const shown = whole && filtered ? { ...filtered, courses: withFacts(results, filtered) } : filtered;
  const empty = <p class="empty">{message('empty.list')}</p>;
  const listed = (
    <>
      <CourseList courses={shown?.courses ?? results} context={context} label={message('list.label', { name })} />
      <Pager list={list} pages={pages} />
    </>
  );
  // Pages of providers hold a hundred courses each, so only the first page of the list corresponds to one.
  const isShared = context.coursePages && list.route === 'provider' && list.page === 1;
  const page = `providers/${list.parameter}/`;
  return {
    title: place === '' ? name : `${name}, ${place}`,
    status: place === '' ? courses : `${courses}, ${place}`,
    ...(isShared && { page }),
    content: (
      <>
        <Crumbs list={list} details={details} />
        <Heading lang={list.route === 'language' ? tagOfName(name, context.tagOf(name)) : undefined}>{name}</Heading>
        <p class="under-heading">
          {courses}
          {place !== '' && ` · ${place}`}
        </p>
        {isShared && <SharedPage {...{ page, context }} kind="list" />}
        {details.children.length > 0 && <ItemChips items={details.children} label={message('list.subcategories')} />}
        {shown ? (
          <FilteredList place={list} filtered={shown} {...{ context, empty }}>
            {whole && listed}
          </FilteredList>
        ) : (
          (results.length > 0 && listed) || empty
        )}
        {context.coursePages && (
          <p class="shared">
            <a href={listFeedAddress(list)} type="application/atom+xml">
              {message('footer.atom')}
            </a>
          </p>
        )}
        <ApiLine
          address={list.page === 1 ? addressOf('.', list.route, list.parameter) : pageFileAddress(list)}
          root={context.root}
        />
      </>
    ),
  };
}

/** What other endpoints know about the list. */
interface ListDetails {
  /** Undefined for a category that is not on one of the first two levels. */
  readonly name: string | undefined;
  readonly parent?: ListedCategory | undefined;
  readonly children: readonly Item[];
}

const loadDetails: Readonly<Record<ShownRoute, (parameter: string, context: ScreenContext) => Promise<ListDetails>>> = {
  async provider(parameter, { api }) {
    const provider = (await api.providers()).find(({ id }) => String(id) === parameter);
    return { name: provider?.name ?? message('list.provider', { id: parameter }), children: [] };
  },
  language: async (parameter, { localizedLanguage }) => ({ name: localizedLanguage(parameter), children: [] }),
  async category(parameter, { api }) {
    const tree = await api.categories();
    const isIt = ({ category_id }: ChildCategory) => category_id === parameter;
    const parent = tree.find(({ children }) => children.some(isIt));
    const top = tree.find(isIt);
    return {
      name: (top ?? parent?.children.find(isIt))?.name,
      parent,
      children: top ? (categoryItem(top).children ?? []) : [],
    };
  },
};

function Crumbs({ list, details: { parent } }: { list: ListPlace; details: ListDetails }) {
  const screen = htmlListFolders[list.route];
  return (
    <nav class="crumbs" aria-label={message('list.breadcrumb')}>
      <ol>
        <li>
          <a href={fragmentOf({ screen })}>{message(`nav.${screen}`)}</a>
        </li>
        {parent !== undefined && (
          <li>
            <a href={listFragment('category', parent.category_id)}>
              <bdi>{parent.name}</bdi>
            </a>
          </li>
        )}
      </ol>
    </nav>
  );
}
