// The view of a course list: one page of the courses of a category, provider or language.
import { addressOf } from '../../../api/routes.ts';
import { count, grouped } from '../../../text/format.ts';
import { pageAddress, type Api, type Category, type Envelope } from './api.ts';
import { CourseList } from './course-list.tsx';
import { tagOfName } from './language-tag.ts';
import { Pager } from './pager.tsx';
import { pagesOf } from './paging.ts';
import { Heading, JsonLink } from './parts.tsx';
import { fragmentOf, type List } from './place.ts';
import { sharedPage, SharedPage } from './shared-page.tsx';
import type { Site, View } from './view.ts';

export async function listView(list: List, site: Site): Promise<View> {
  const [envelope, context] = await Promise.all([site.api.page(list), contextOf(list, site.api)]);
  const name = envelope.title ?? envelope.language ?? context.name;
  const pages = pagesOf(envelope, list.page);
  const place = pages === 1 ? '' : `page ${grouped(list.page)} of ${grouped(pages)}`;
  const courses = count(envelope.count, 'course', 'courses');
  // Pages of providers hold a hundred courses each, so only the first page of the list corresponds to one.
  const isShared = list.list === 'provider' && list.page === 1;
  const shared = isShared ? sharedPage(`providers/${list.parameter}/`, site) : undefined;
  return {
    title: place === '' ? name : `${name}, ${place}`,
    status: place === '' ? courses : `${courses}, ${place}`,
    ...(shared && { canonical: shared.address }),
    content: (
      <>
        <Crumbs list={list} context={context} />
        <Heading lang={list.list === 'language' ? tagOfName(name, site.tagOf(name)) : undefined}>{name}</Heading>
        <p class="under-heading">
          {courses}
          {place !== '' && ` · ${place}`}
          <JsonLink
            address={list.page === 1 ? addressOf('.', list.list, list.parameter) : pageAddress(list)}
            of={name}
          />
        </p>
        {shared && <SharedPage shared={shared} of="list" />}
        <Children context={context} />
        <Courses envelope={envelope} site={site} name={name} />
        <Pager list={list} pages={pages} />
      </>
    ),
  };
}

/** What other endpoints know about the list. */
interface Context {
  /** Used if the envelope has no name. */
  readonly name: string;
  readonly parent?: Category | undefined;
  readonly children: Category['children'];
}

async function contextOf({ list, parameter }: List, api: Api): Promise<Context> {
  if (list === 'provider') {
    const provider = (await api.providers()).find(({ id }) => String(id) === parameter);
    return { name: provider?.name ?? `Provider ${parameter}`, children: [] };
  }
  if (list === 'language') return { name: parameter, children: [] };
  const tree = await api.categories();
  return {
    name: `Category ${parameter}`,
    parent: tree.find(({ children }) => children.some(({ category_id }) => category_id === parameter)),
    children: tree.find(({ category_id }) => category_id === parameter)?.children ?? [],
  };
}

function Crumbs({ list, context: { parent } }: { list: List; context: Context }) {
  const view = ({ category: 'categories', provider: 'providers', language: 'languages' } as const)[list.list];
  return (
    <nav class="crumbs" aria-label="Breadcrumb">
      <ol>
        <li>
          <a href={fragmentOf({ view })}>{view.replace(/^./u, (letter) => letter.toUpperCase())}</a>
        </li>
        {parent !== undefined && (
          <li>
            <a href={categoryPlace(parent.category_id)}>
              <bdi>{parent.name}</bdi>
            </a>
          </li>
        )}
      </ol>
    </nav>
  );
}

function Children({ context: { children } }: { context: Context }) {
  if (children.length === 0) return null;
  return (
    <ul class="chips" aria-label="Subcategories">
      {children.map(({ name, category_id, course_count }) => (
        <li key={category_id}>
          <a href={categoryPlace(category_id)}>
            <bdi>{name}</bdi> <span class="count">{grouped(course_count)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Courses({ envelope, site, name }: { envelope: Envelope; site: Site; name: string }) {
  if (envelope.results.length === 0) return <p class="empty">There are no courses here yet.</p>;
  return <CourseList courses={envelope.results} site={site} label={`Courses of ${name}`} />;
}

function categoryPlace(id: string): string {
  return fragmentOf({ view: 'list', list: 'category', parameter: id, page: 1 });
}
