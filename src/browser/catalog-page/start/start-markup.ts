// The start screen as markup: the contents of the catalog, its latest courses, and how to call the API. It is in the page before its script runs.
import { addressOf, paths, type RouteName } from '../../../api/routes.ts';
import type { FullCourse, ListedCategory, ListedLanguage, ListedProvider } from '../../../api/records.ts';
import type { Locale } from '../../../text/locales/translate.ts';
import { html } from '../../../text/html.ts';
import type { Markup } from '../../../text/markup.ts';
import { shellWord } from '../../../text/shell.ts';
import { shortened } from '../../../text/shortened.ts';
import { byCourses, categoryItem, courseTag, languageItem, providerItem, type Item } from '../lists/items.ts';
import { fragmentOf } from '../place.ts';

/** Number of items shown; the others are one link away. */
const shownCategories = 24;
const shownChildren = 3;
const shownOthers = 12;

interface StartContext {
  readonly title: string;
  /** May be empty. */
  readonly description: string;
  /** Where the API is, without a trailing slash. */
  readonly base: string;
  readonly locale: Locale;
  readonly localizedLanguage: (name: string) => string;
  readonly tagOf: (language: string) => string | undefined;
}

/** The lists of the catalog; undefined for one that could not be loaded. */
interface StartLists {
  readonly latest: readonly FullCourse[] | undefined;
  readonly categories: readonly ListedCategory[] | undefined;
  readonly providers: readonly ListedProvider[] | undefined;
  readonly languages: readonly ListedLanguage[] | undefined;
}

/** `failureOf` says why a list could not be loaded. `ownLanguages` are those of the visitor. */
export function startMarkup(
  context: StartContext,
  lists: StartLists,
  failureOf: (list: keyof StartLists, title: string) => Markup | string = () => '',
  ownLanguages: readonly ListedLanguage[] = [],
): Markup {
  const { title, description, locale, localizedLanguage } = context;
  const { latest, categories, providers, languages } = lists;
  const { text } = locale;
  const section = <Listed>(
    list: keyof StartLists,
    name: string,
    all: readonly Listed[] | undefined,
    content: (some: readonly Listed[]) => Markup,
  ) => html`<section aria-labelledby="${list}"><div class="section-head"><h2 id="${list}">${name}</h2></div>${
    all === undefined
      ? failureOf(list, name)
      : all.length === 0
        ? html`<p class="empty">${text(`empty.${list === 'latest' ? 'courses' : list}`)}</p>`
        : content(all)
  }</section>
`;
  const shown = (screen: 'categories' | 'providers' | 'languages', items: readonly Item[], total: number) => {
    const isWhole = countItems(items) === total;
    const all = text(`all.${screen}`) + (isWhole ? '' : ` (${locale.number(total)})`);
    return html`${itemList(items, locale)}<p class="all"><a href="${fragmentOf({ screen })}">${all}</a></p>`;
  };
  const toLanguage = (language: ListedLanguage) => languageItem(language, localizedLanguage);
  return html`<div class="hero"><h1 id="heading" tabindex="-1" dir="auto">${title}</h1>${
    description === '' ? '' : html`<p class="lead" dir="auto">${description}</p>`
  }${figuresMarkup(lists, locale)}${ownLanguages.length === 0 ? '' : chips(ownLanguages.map(toLanguage), context)}</div>
${section('latest', text('start.latest'), latest, (courses) => courseList(courses, context))}${section(
    'categories',
    text('nav.categories'),
    categories,
    (all) => shown('categories', categoryItems(all), countCategories(all)),
  )}<div class="halves">${section('providers', text('nav.providers'), providers, (all) =>
    shown('providers', byCourses(all).slice(0, shownOthers).map(providerItem), all.length),
  )}${section('languages', text('nav.languages'), languages, (all) =>
    shown('languages', byCourses(all).slice(0, shownOthers).map(toLanguage), all.length),
  )}</div>
${callApi(context, lists)}`;
}

/** The number of all courses, since every course has exactly one provider. */
export function countCourses(providers: readonly ListedProvider[]): number {
  return providers.reduce((sum, { course_count }) => sum + course_count, 0);
}

/** The number of categories on both levels. */
function countCategories(categories: readonly ListedCategory[]): number {
  return categories.reduce((sum, { children }) => sum + 1 + children.length, 0);
}

function countItems(items: readonly Item[]): number {
  return items.reduce((sum, { children = [] }) => sum + 1 + children.length, 0);
}

/** In source order if all are shown, else the largest. */
function categoryItems(all: readonly ListedCategory[]): Item[] {
  const some = all.length > shownCategories ? byCourses(all).slice(0, shownCategories) : all;
  return some.map((category) =>
    categoryItem({ ...category, children: byCourses(category.children).slice(0, shownChildren) }),
  );
}

function figuresMarkup({ categories, providers, languages }: StartLists, { text, number }: Locale): Markup {
  const figures = [
    ['courses', providers && countCourses(providers)],
    ['categories', categories && countCategories(categories)],
    ['providers', providers?.length],
    ['languages', languages?.length],
  ] as const;
  if (figures.every(([, amount]) => amount === 0)) return html`<p class="under-heading">${text('empty.catalog')}</p>`;
  return html`<ul class="figures" aria-label="${text('start.contents')}">${figures.map(([name, amount]) =>
    amount === undefined ? html`` : html`<li><strong>${number(amount)}</strong> ${text(`nav.${name}`)}</li>`,
  )}</ul>`;
}

function courseList(courses: readonly FullCourse[], context: StartContext): Markup {
  const { locale, localizedLanguage } = context;
  const items = courses.map(({ linkhash, linkurl, title, author, provider_name, language, date_published }) => {
    const tag = courseTag(language, context);
    const facts = [author, provider_name, ...language.map(localizedLanguage)].filter((fact) => fact !== '');
    return html`<li data-linkurl="${linkurl}"><a class="title" href="${fragmentOf({ screen: 'course', linkhash })}" dir="auto"${
      tag === undefined ? '' : html` lang="${tag}"`
    }>${shortened(title)}</a><p class="facts">${facts.map((fact) => html`<span><bdi>${shortened(fact)}</bdi></span>`)}<time datetime="${date_published.slice(0, 'YYYY-MM-DD'.length)}">${locale.date(date_published)}</time></p></li>`;
  });
  return html`<ol class="courses" aria-label="${locale.text('start.latest')}">${items}</ol>`;
}

function itemList(items: readonly Item[], locale: Locale): Markup {
  return html`<ul class="items">${items.map(
    ({ name, href, course_count, children = [] }) =>
      html`<li><a href="${href}"><bdi>${shortened(name)}</bdi></a> ${countMarkup(course_count, locale)}${
        children.length === 0 ? '' : itemList(children, locale)
      }</li>`,
  )}</ul>`;
}

function chips(items: readonly Item[], { locale }: StartContext): Markup {
  return html`<ul class="chips" aria-label="${locale.text('nav.languages')}">${items.map(
    ({ name, href, course_count }) =>
      html`<li><a href="${href}"><bdi>${name}</bdi> ${countMarkup(course_count, locale)}</a></li>`,
  )}</ul>`;
}

/** A number of courses; the noun is for screen readers only. */
function countMarkup(count: number, { text, number }: Locale): Markup {
  return html`<span class="count"><span aria-hidden="true">${number(count)}</span> <span class="visually-hidden">${text('courses.count', { count })}</span></span>`;
}

const endpoints = [
  'latest',
  'categories',
  'providers',
  'languages',
  'category',
  'provider',
  'language',
  'course',
] as const;

/** The base address, a command to paste, and a link to every endpoint with a value from this catalog. */
function callApi({ base, locale: { text } }: StartContext, lists: StartLists): Markup {
  const examples: Readonly<Partial<Record<RouteName, string | undefined>>> = {
    category: lists.categories?.[0]?.category_id,
    provider: lists.providers?.[0]?.id.toString(),
    language: lists.languages?.[0]?.name,
    course: lists.latest?.[0]?.linkhash,
  };
  const links = endpoints.map((name) => {
    const path = paths[name];
    const code = html`<code dir="ltr">${path}/</code>`;
    const isKnown = examples[name] !== undefined || !path.includes('{');
    return html`<li>${isKnown ? html`<a href="${addressOf('.', name, examples[name])}">${code}</a>` : code}</li>`;
  });
  const command = `curl ${shellWord(addressOf(base, 'latest'))}`;
  return html`<section class="call" aria-labelledby="call"><h2 id="call">${text('call.title')}</h2>
<p>${text('call.text')}</p>
<h3>${text('call.base')}</h3>
<p><code class="block">${addressOf(base, 'index')}</code></p>
<h3>${text('call.try')}</h3>
<p><code class="block">${command}</code></p>
<h3 id="endpoints">${text('call.endpoints')}</h3>
<ul class="endpoints" aria-labelledby="endpoints">${links}</ul>
<p class="actions"><a class="button" href="docs/">${text('footer.reference')}</a> <a href="openapi.json">${text('footer.openapi')}</a></p></section>`;
}
