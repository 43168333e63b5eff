// The start view: the contents of the catalog, its latest courses, and how to call the API.
import { byCourses, categoryItem, languageItem, providerItem } from './all-view.tsx';
import type { Category } from './api.ts';
import { CallApi } from './call-api.tsx';
import { CourseList } from './course-list.tsx';
import { countAll, coursesOf, Figures } from './figures.tsx';
import { ItemList } from './filtered.tsx';
import type { Item } from './items.ts';
import { answerOf, ListSection, type ListAnswer } from './list-section.tsx';
import { locale, message } from './locale.ts';
import { Heading } from './parts.tsx';
import { fragmentOf } from './place.ts';
import type { Site, View } from './view.ts';

/** Number of items shown; the others are one link away. */
const shownCategories = 24;
const shownChildren = 3;
const shownOthers = 12;

/** Rejects if none of its lists could be loaded. */
export async function startView(site: Site, retry: () => void): Promise<View> {
  const { api } = site;
  const answers = await Promise.all([
    answerOf(api.latest()),
    answerOf(api.categories()),
    answerOf(api.providers()),
    answerOf(api.languages()),
  ]);
  const [latest, categories, providers, languages] = answers;
  const failures = answers.filter((answer) => answer instanceof Error);
  if (failures.length === answers.length) throw failures[0];
  return {
    title: '',
    status:
      failures.length > 0 || providers instanceof Error
        ? message('failure.partial')
        : message('courses.count', { count: coursesOf(providers) }),
    content: (
      <>
        <div class="hero">
          <Heading lang={undefined}>{site.title}</Heading>
          {site.description !== '' && (
            <p class="lead" dir="auto">
              {site.description}
            </p>
          )}
          <Figures categories={categories} providers={providers} languages={languages} />
        </div>
        <div class="columns">
          <ListSection route="latest" title={message('start.latest')} answer={latest} retry={retry}>
            {(courses) => <CourseList courses={courses} site={site} label={message('start.latest')} />}
          </ListSection>
          <CallApi
            site={site}
            examples={{
              category: firstOf(categories)?.category_id,
              provider: firstOf(providers)?.id.toString(),
              language: firstOf(languages)?.name,
              course: firstOf(latest)?.linkhash,
            }}
          />
        </div>
        <ListSection route="categories" title={message('nav.categories')} answer={categories} retry={retry}>
          {(all) => <Categories all={all} />}
        </ListSection>
        <div class="halves">
          <ListSection route="providers" title={message('nav.providers')} answer={providers} retry={retry}>
            {(all) => <Largest view="providers" items={byCourses(all).map(providerItem)} />}
          </ListSection>
          <ListSection route="languages" title={message('nav.languages')} answer={languages} retry={retry}>
            {(all) => (
              <Largest view="languages" items={byCourses(all).map((language) => languageItem(language, site))} />
            )}
          </ListSection>
        </div>
      </>
    ),
  };
}

function firstOf<Listed>(answer: ListAnswer<Listed>): Listed | undefined {
  return answer instanceof Error ? undefined : answer[0];
}

function Categories({ all }: { all: readonly Category[] }) {
  // In source order if all are shown, else the largest.
  const shown = all.length > shownCategories ? byCourses(all).slice(0, shownCategories) : all;
  const shortened = shown.map((category) => ({
    ...category,
    children: byCourses(category.children).slice(0, shownChildren),
  }));
  return (
    <>
      <ItemList items={shortened.map(categoryItem)} />
      <All view="categories" total={countAll(all)} shown={countAll(shortened)} />
    </>
  );
}

function Largest({ view, items }: { view: 'providers' | 'languages'; items: readonly Item[] }) {
  return (
    <>
      <ItemList items={items.slice(0, shownOthers)} />
      <All view={view} total={items.length} shown={Math.min(items.length, shownOthers)} />
    </>
  );
}

function All({ view, total, shown }: { view: 'categories' | 'providers' | 'languages'; total: number; shown: number }) {
  return (
    <p class="all">
      <a href={fragmentOf({ view })}>
        {message(`all.${view}`)}
        {shown < total && ` (${locale().number(total)})`}
      </a>
    </p>
  );
}
