// The front page: what the catalog is for, a search, ways in, the largest categories and the newest courses.
import { html } from '../../text/html.ts';
import { Markup } from '../../text/markup.ts';
import { shortened } from '../../text/shortened.ts';
import { calendarLinks } from '../calendar/links.ts';
import { apiCatalogPath, dcatPath } from '../catalog-metadata/declaration.ts';
import { dataPackagePath } from '../dumps/formats.ts';
import type { ChoiceCounts } from '../filters/declaration.ts';
import { feedPaths } from '../frame/feed-address.ts';
import type { Frame } from '../frame/frame.ts';
import { coursePagesFolder, htmlListFolders, isShown } from '../shared/page-paths.ts';
import type { PublishedCatalog } from '../output.ts';
import type { ListHierarchy } from './list-hierarchy.ts';
import { catalogCounts, countsInWords } from './catalog-counts.ts';
import { chip, linkToAll, searchForm, ways } from './list-pages.ts';
import { listPageAddress, type ShownList } from './paths.ts';

/** Ways in below the search, categories, those named below each, and courses: two screens at most. */
const [mostWays, mostCategories, mostChildren] = [6, 8, 3];
export const newestOnFrontPage = 6;

interface FrontPage {
  readonly description: string;
  /** The rows of the newest courses. */
  readonly rows: Markup;
  readonly choices: ChoiceCounts;
  readonly hierarchy: ListHierarchy;
  readonly hasCalendar: boolean;
  readonly startsSoon: boolean;
  /** JSON-LD. */
  readonly data: string;
}

/** Without the final newline. The lists of the catalog have their names in the language of the page. */
export function frontPage(catalog: PublishedCatalog, shown: FrontPage, { page, locale, options }: Frame): string {
  const { text } = locale;
  const { title } = options;
  const { description, rows, hierarchy, hasCalendar, data } = shown;
  const counts = catalogCounts(catalog);
  const calendar = hasCalendar ? [calendarLinks('', title, locale)] : [];
  const feed = (type: string, label: string, href: string) =>
    html`<link rel="alternate" type="application/${type}" title="${label}" href="${href}">\n`;
  const described = (type: string, href: string) =>
    html`<link rel="describedby" type="application/${type}" href="${href}">\n`;
  const ofFields = fieldWays(shown, locale);
  const chips = [...ofFields, ...listWays(catalog, mostWays - ofFields.length, locale)];
  return page('', {
    title,
    summary: description === '' ? text('pages.summary') : description,
    head: [
      new Markup(`<script type="application/ld+json">${data}</script>\n`),
      html`<link rel="api-catalog" href="${apiCatalogPath}">\n`,
      described('ld+json', dcatPath),
      ...(options.dumps ? [described('json', dataPackagePath)] : []),
      feed('atom+xml', text('pages.feedAtom', { title }), feedPaths.atom),
      feed('feed+json', text('pages.feedJson', { title }), feedPaths.json),
      ...calendar.map(({ head }) => head),
    ],
    main: html`<div class="hero"><h1 dir="auto">${title}</h1>
${description === '' ? [] : html`<p class="lead" dir="auto">${description}</p>\n`}<p class="under-heading">${counts.courses === 0 ? text('empty.catalog') : countsInWords(counts, locale)}</p>
${searchForm(`${coursePagesFolder}/`, text('search.label'), locale)}${ways(chips)}</div>
${categoriesSection(hierarchy, catalog.references.categories.length, locale)}${
      counts.courses === 0
        ? []
        : html`<section><div class="section-head"><h2>${text('start.latest')}</h2>${linkToAll(`${coursePagesFolder}/`, text('all.courses'), counts.courses, locale)}</div>
<ul class="courses">\n${rows}</ul>
</section>
`
    }`,
    alternates: calendar.map(({ link }) => link),
  });
}

/** What the fields of courses offer to begin with. Which courses start soon depends on the day of the visit: they come first, whenever that is. */
function fieldWays({ choices: { price, level }, startsSoon }: FrontPage, locale: Frame['locale']): Markup[] {
  const counted = [
    { query: 'price=free', label: locale.text('value.free'), count: price?.['free'] },
    { query: 'level=beginner', label: locale.text('front.beginners'), count: level?.['beginner'] },
  ].filter(({ count }) => count !== undefined);
  const soon = { query: 'sort=start_date', label: locale.text('front.soon'), count: undefined };
  return [...counted, ...(startsSoon ? [soon] : [])].map(({ query, label, count }) =>
    chip(`${coursePagesFolder}/?${query}`, label, count, locale),
  );
}

/** The languages and the providers with the most courses, about as many of each, where there are several. */
function listWays({ lists }: PublishedCatalog, most: number, locale: Frame['locale']): Markup[] {
  const shown = lists.filter((list) => isShown(list));
  const [languages = [], providers = []] = (['language', 'provider'] as const).map((route) => {
    const ofRoute = largest(shown.filter((list) => list.route === route));
    return ofRoute.length < 2 ? [] : ofRoute;
  });
  const first = languages.slice(0, Math.max(Math.ceil(most / 2), most - providers.length));
  return [...first, ...providers.slice(0, most - first.length)].map((list) =>
    chip(listPageAddress(list, 1), shortened(list.label), list.count, locale),
  );
}

function categoriesSection({ topLists, relatedTo }: ListHierarchy, count: number, locale: Frame['locale']): Markup[] {
  const shown = largest(topLists('category')).slice(0, mostCategories);
  if (shown.length === 0) return [];
  const items = shown.map((list) => {
    const children = largest(relatedTo(list).children).slice(0, mostChildren);
    const below = children.map(({ label }) => shortened(label)).join(', ');
    return html`<li><a href="${listPageAddress(list, 1)}"><bdi>${shortened(list.label)}</bdi> <span class="count">${locale.number(list.count)}</span></a>${below === '' ? [] : html`<p dir="auto">${below}</p>`}</li>\n`;
  });
  const { text } = locale;
  return [
    html`<section><div class="section-head"><h2>${text('nav.categories')}</h2>${linkToAll(`${htmlListFolders.category}/`, text('all.categories'), count, locale)}</div>
<ul class="subjects">\n${items}</ul>
</section>
`,
  ];
}

/** The lists that have courses, the largest first, and those of one size in their order. */
function largest(lists: readonly ShownList[]): ShownList[] {
  return lists.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
}
