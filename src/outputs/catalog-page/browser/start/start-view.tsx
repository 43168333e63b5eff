// The start view: the contents of the catalog, its latest courses, and how to call the API.
import { CallApi } from './call-api.tsx';
import { CourseList } from '../lists/course-list.tsx';
import type { ListedLanguage } from '../../../../api/schemas.ts';
import { ItemChips, ItemList } from '../lists/item-list.tsx';
import { languageItem } from '../lists/items.ts';
import { ListSection, type ListAnswer } from './list-section.tsx';
import { locale, message } from '../language/locale.ts';
import { Heading } from '../parts.tsx';
import { fragmentOf } from '../place.ts';
import {
  countCategories,
  countCourses,
  startCategories,
  startLanguages,
  startProviders,
  type StartList,
} from './start-lists.ts';
import type { Site, View } from '../view.ts';

/** Rejects if none of its lists could be loaded. */
export async function startView(site: Site, retry: () => void): Promise<View> {
  const { api } = site;
  const answers = await Promise.allSettled([api.latest(), api.categories(), api.providers(), api.languages()]);
  const [latest, categories, providers, languages] = answers;
  const failures = answers.filter(({ status }) => status === 'rejected');
  if (latest.status === 'rejected' && failures.length === answers.length) throw latest.reason;
  return {
    title: '',
    status:
      failures.length > 0 || providers.status === 'rejected'
        ? message('failure.partial')
        : message('courses.count', { count: countCourses(providers.value) }),
    content: (
      <>
        <div class="hero">
          <Heading lang={undefined}>{site.title}</Heading>
          {site.description !== '' && (
            <p class="lead" dir="auto">
              {site.description}
            </p>
          )}
          <Figures
            amounts={{
              courses: amountIn(providers, countCourses),
              categories: amountIn(categories, countCategories),
              providers: amountIn(providers, ({ length }) => length),
              languages: amountIn(languages, ({ length }) => length),
            }}
          />
          {site.isTranslated && languages.status === 'fulfilled' && <OwnLanguages all={languages.value} site={site} />}
        </div>
        <ListSection route="latest" title={message('start.latest')} answer={latest} retry={retry}>
          {(courses) => <CourseList courses={courses} site={site} label={message('start.latest')} />}
        </ListSection>
        <ListSection route="categories" title={message('nav.categories')} answer={categories} retry={retry}>
          {(all) => <Shown view="categories" list={startCategories(all)} />}
        </ListSection>
        <div class="halves">
          <ListSection route="providers" title={message('nav.providers')} answer={providers} retry={retry}>
            {(all) => <Shown view="providers" list={startProviders(all)} />}
          </ListSection>
          <ListSection route="languages" title={message('nav.languages')} answer={languages} retry={retry}>
            {(all) => <Shown view="languages" list={startLanguages(all, site.languageName)} />}
          </ListSection>
        </div>
        <CallApi
          site={site}
          examples={{
            category: firstOf(categories)?.category_id,
            provider: firstOf(providers)?.id.toString(),
            language: firstOf(languages)?.name,
            course: firstOf(latest)?.linkhash,
          }}
        />
      </>
    ),
  };
}

/** The visitor's languages, since those of most courses may be others. */
function OwnLanguages({ all, site }: { all: readonly ListedLanguage[]; site: Site }) {
  const preferred = all
    .filter(({ name }) => site.isPreferred(name))
    .map((language) => languageItem(language, site.languageName));
  return preferred.length === 0 ? null : <ItemChips items={preferred} label={message('nav.languages')} />;
}

const figures = ['courses', 'categories', 'providers', 'languages'] as const;

function Figures({ amounts }: { amounts: Readonly<Record<(typeof figures)[number], number | undefined>> }) {
  if (figures.every((name) => amounts[name] === 0)) return <p class="under-heading">{message('empty.catalog')}</p>;
  return (
    <ul class="figures" aria-label={message('start.contents')}>
      {figures.map((name) => {
        const amount = amounts[name];
        return (
          amount !== undefined && (
            <li key={name}>
              <strong>{locale().number(amount)}</strong> {message(`nav.${name}`)}
            </li>
          )
        );
      })}
    </ul>
  );
}

/** Undefined if the list could not be loaded. */
function amountIn<Listed>(answer: ListAnswer<Listed>, amountOf: (all: readonly Listed[]) => number) {
  return answer.status === 'rejected' ? undefined : amountOf(answer.value);
}

function firstOf<Listed>(answer: ListAnswer<Listed>): Listed | undefined {
  return answer.status === 'rejected' ? undefined : answer.value[0];
}

function Shown({ view, list }: { view: 'categories' | 'providers' | 'languages'; list: StartList }) {
  return (
    <>
      <ItemList items={list.items} />
      <p class="all">
        <a href={fragmentOf({ view })}>
          {message(`all.${view}`)}
          {list.total !== undefined && ` (${locale().number(list.total)})`}
        </a>
      </p>
    </>
  );
}
