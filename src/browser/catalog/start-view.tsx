// The start: what the catalog holds, what is new in it, and how to call its API.
import { addressOf } from '../../api/routes.ts';
import { count, grouped } from '../../amounts.ts';
import type { ListedProvider } from '../../api/schemas.ts';
import { byCourses, categoryItem, languageItem, providerItem } from './all-view.tsx';
import type { Category, Language } from './api.ts';
import { CallApi } from './call-api.tsx';
import { CourseList } from './course-list.tsx';
import { ItemList } from './filtered.tsx';
import { Heading, JsonLink, Section } from './parts.tsx';
import { fragmentOf } from './place.ts';
import type { Site, View } from './view.ts';

/** How many of a kind are shown; the others are one link away. */
const shownCategories = 24;
const shownChildren = 3;
const shownOthers = 12;

export async function startView(site: Site): Promise<View> {
  const { api } = site;
  const [latest, categories, providers, languages] = await Promise.all([
    api.latest(),
    api.categories(),
    api.providers(),
    api.languages(),
  ]);
  // Every course has one provider.
  const courses = providers.reduce((sum, { course_count }) => sum + course_count, 0);
  return {
    title: '',
    status: count(courses, 'course', 'courses'),
    content: (
      <>
        <div class="hero">
          <Heading lang={undefined}>{site.title}</Heading>
          {site.description !== '' && (
            <p class="lead" dir="auto">
              {site.description}
            </p>
          )}
          <Figures courses={courses} categories={categories} providers={providers} languages={languages} />
        </div>
        <div class="columns">
          <Section
            id="latest"
            title="Latest courses"
            aside={<JsonLink address={addressOf('.', 'latest')} of="the latest courses" />}
          >
            {latest.length === 0 && <p class="nothing">There are no courses yet.</p>}
            <CourseList courses={latest} site={site} label="Latest courses" />
          </Section>
          <CallApi
            site={site}
            examples={{
              category: categories[0]?.category_id,
              provider: providers[0] && String(providers[0].id),
              language: languages[0]?.name,
              course: latest[0]?.linkhash,
            }}
          />
        </div>
        <Categories all={categories} />
        <div class="halves">
          <Others view="providers" title="Providers" items={byCourses(providers).map(providerItem)} />
          <Others view="languages" title="Languages" items={byCourses(languages).map(languageItem)} />
        </div>
      </>
    ),
  };
}

interface Held {
  readonly courses: number;
  readonly categories: readonly Category[];
  readonly providers: readonly ListedProvider[];
  readonly languages: readonly Language[];
}

function Figures({ courses, categories, providers, languages }: Held) {
  const figures = [
    ['course', 'courses', courses],
    ['category', 'categories', countAll(categories)],
    ['provider', 'providers', providers.length],
    ['language', 'languages', languages.length],
  ] as const;
  return (
    <ul class="figures" aria-label="What the catalog holds">
      {figures.map(([one, more, amount]) => (
        <li key={more}>
          <strong>{grouped(amount)}</strong> {amount === 1 ? one : more}
        </li>
      ))}
    </ul>
  );
}

/** Categories of both levels. */
function countAll(categories: readonly Category[]): number {
  return categories.reduce((sum, { children }) => sum + 1 + children.length, 0);
}

function Categories({ all }: { all: readonly Category[] }) {
  // In the order of the source, as long as all are shown.
  const shown = all.length > shownCategories ? byCourses(all).slice(0, shownCategories) : all;
  const cut = shown.map((category) => ({
    ...category,
    children: byCourses(category.children).slice(0, shownChildren),
  }));
  return (
    <Section
      id="categories"
      title="Categories"
      aside={<JsonLink address={addressOf('.', 'categories')} of="the categories" />}
    >
      <ItemList items={cut.map(categoryItem)} />
      <All view="categories" total={countAll(all)} shown={countAll(cut)} />
    </Section>
  );
}

function Others(props: { view: 'providers' | 'languages'; title: string; items: ReturnType<typeof languageItem>[] }) {
  const { view, title, items } = props;
  return (
    <Section id={view} title={title} aside={<JsonLink address={addressOf('.', view)} of={`the ${view}`} />}>
      <ItemList items={items.slice(0, shownOthers)} />
      <All view={view} total={items.length} shown={Math.min(items.length, shownOthers)} />
    </Section>
  );
}

function All({ view, total, shown }: { view: 'categories' | 'providers' | 'languages'; total: number; shown: number }) {
  return (
    <p class="all">
      <a href={fragmentOf({ view })}>{shown < total ? `All ${grouped(total)} ${view}` : `All ${view}`}</a>
    </p>
  );
}
