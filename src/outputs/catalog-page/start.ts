// The start view as the page has it before its script runs, laid out as the one that takes its place.
import type { Locale } from '../../locales/translate.ts';
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import { shortened } from '../../text/shortened.ts';
import type { SiteOptions } from '../build-options.ts';
import type { PublishedCatalog } from '../output.ts';
import { categoriesOf, languagesOf, providersOf } from '../resources/output.ts';
import type { Item } from './browser/lists/items.ts';
import { createTagLookup, shownName } from '../../locales/language-names.ts';
import { fragmentOf } from './browser/place.ts';
import {
  countCategories,
  countCourses,
  startCategories,
  startLanguages,
  startProviders,
  type StartList,
} from './browser/start/start-lists.ts';

type Texts = Pick<SiteOptions, 'title' | 'description'>;

export function renderStart(catalog: PublishedCatalog, { title, description }: Texts, locale: Locale): Markup {
  const { text, number, date } = locale;
  const tagOf = createTagLookup();
  const languageName = (name: string) => shownName(name, tagOf, locale);
  const [categories, providers, languages] = [categoriesOf(catalog), providersOf(catalog), languagesOf(catalog)];
  const figures = {
    courses: countCourses(providers),
    categories: countCategories(categories),
    providers: providers.length,
    languages: languages.length,
  };
  const routes = ['courses', 'categories', 'providers', 'languages'] as const;

  const section = (name: string, content: Markup) =>
    html`<section><div class="section-head"><h2>${name}</h2></div>${content}</section>`;
  const empty = (route: (typeof routes)[number]) => html`<p class="empty">${text(`empty.${route}`)}</p>`;
  const itemList = (items: readonly Item[]): Markup =>
    html`<ul class="items">${items.map(
      ({ name, href, course_count, children = [] }) =>
        html`<li><a href="${href}"><bdi>${shortened(name)}</bdi></a> <span class="count">${number(course_count)}</span>${
          children.length === 0 ? '' : itemList(children)
        }</li>`,
    )}</ul>`;
  const listed = (view: 'categories' | 'providers' | 'languages', { items, total }: StartList) => {
    const all = text(`all.${view}`) + (total === undefined ? '' : ` (${number(total)})`);
    return section(
      text(`nav.${view}`),
      items.length === 0 ? empty(view) : html`${itemList(items)}<p class="all"><a href="#/${view}/">${all}</a></p>`,
    );
  };
  const latest = catalog.latest.map(({ linkhash, title: name, author, provider_name, language, date_published }) => {
    const facts = [author, provider_name, ...language.map(languageName), date(date_published)];
    const shown = facts.filter((fact) => fact !== '').map((fact) => html`<span><bdi>${shortened(fact)}</bdi></span> `);
    const href = fragmentOf({ view: 'course', linkhash });
    return html`<li><a class="title" dir="auto" href="${href}">${shortened(name)}</a><p class="facts">${shown}</p></li>`;
  });
  return html`<div class="view view-start"><div class="hero"><h1 dir="auto">${title}</h1>${
    description === '' ? '' : html`<p class="lead" dir="auto">${description}</p>`
  }${
    Object.values(figures).every((amount) => amount === 0)
      ? html`<p class="under-heading">${text('empty.catalog')}</p>`
      : html`<ul class="figures">${routes.map(
          (route) => html`<li><strong>${number(figures[route])}</strong> ${text(`nav.${route}`)}</li>`,
        )}</ul>`
  }</div>
${section(text('start.latest'), latest.length === 0 ? empty('courses') : html`<ol class="courses">${latest}</ol>`)}
${listed('categories', startCategories(categories))}
<div class="halves">${listed('providers', startProviders(providers))}${listed('languages', startLanguages(languages, languageName))}</div></div>`;
}
