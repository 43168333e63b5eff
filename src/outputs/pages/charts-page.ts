// The charts: how many courses there are by year, category, language and provider, as tables with bars.
import { dateOfDay } from '../../catalog/date.ts';
import { countEach } from '../../text/count-each.ts';
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import { keysOf } from '../../text/keys.ts';
import { shortened } from '../../text/shortened.ts';
import type { Frame } from '../frame/frame.ts';
import type { PublishedCatalog } from '../output.ts';
import { chartsFolder, coursePagesFolder, isShown, pathToRoot } from '../shared/page-paths.ts';
import type { ListHierarchy } from './list-hierarchy.ts';
import { listPageAddress, type ShownList } from './paths.ts';

/** Bars of a ranking. */
const mostBars = 20;

/** Of the longest bar, in units of its picture. */
const width = 1000;

/** A bar, and where its name leads, relative to the site root. */
interface Bar {
  readonly name: string;
  readonly href: string;
  readonly count: number;
}

/** The charts, by what each counts the courses of. */
const titles = {
  year: 'charts.byYear',
  category: 'charts.byCategory',
  language: 'charts.byLanguage',
  provider: 'charts.byProvider',
} as const;
type Chart = keyof typeof titles;

const folder = `${chartsFolder}/`;
const up = pathToRoot(folder);

/** Without the final newline. The lists of the catalog have their names in the language of the page. */
export function chartsPage(catalog: PublishedCatalog, { topLists }: ListHierarchy, { page, locale }: Frame): string {
  const { text } = locale;
  const title = text('nav.charts');
  const courses = catalog.membership.courses;
  const listsOf = (route: string) =>
    catalog.lists.filter((list) => isShown(list)).filter((list) => list.route === route);
  const charts = [
    chart('year', text('charts.published', { count: courses }), yearBars(catalog), locale),
    ranking('category', text('charts.eachCategory'), topLists('category'), locale),
    ranking('language', text('charts.eachLanguage'), listsOf('language'), locale),
    ranking('provider', '', listsOf('provider'), locale),
  ];
  return page(folder, {
    title,
    summary: keysOf(titles)
      .map((of) => text(titles[of]))
      .join(' · '),
    head: '',
    main: html`<h1>${title}</h1>\n${courses === 0 ? html`<p class="empty">${text('charts.none')}</p>\n` : html`<div class="charts">\n${charts.flat()}</div>\n`}`,
    alternates: '',
  });
}

/** Each year with courses, in ascending order. */
function yearBars({ numbering: { days } }: PublishedCatalog): Bar[] {
  const years = countEach(Array.from(days, (day) => dateOfDay(day).getUTCFullYear()));
  return [...years]
    .toSorted(([a], [b]) => a - b)
    .map(([year, count]) => ({ name: String(year), href: `${coursePagesFolder}/?year=${year}`, count }));
}

/** The largest lists, and how many others there are. */
function ranking(of: Chart, note: string, lists: readonly ShownList[], locale: Frame['locale']): Markup[] {
  const { text } = locale;
  const used = lists.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  const [shown, others] = [used.slice(0, mostBars), used.slice(mostBars)];
  const scope =
    others.length === 0
      ? text('charts.all')
      : text('charts.largest', {
          shown: shown.length,
          others: text('charts.others', { count: others.length }),
          courses: text('courses.count', { count: others.reduce((sum, { count }) => sum + count, 0) }),
        });
  const bars = shown.map((list) => ({
    name: shortened(list.label),
    href: listPageAddress(list, 1),
    count: list.count,
  }));
  return chart(of, `${scope} ${note}`.trim(), bars, locale);
}

/** A table with a bar in each row, the longest as wide as its column. */
function chart(of: Chart, note: string, bars: readonly Bar[], { text, number }: Frame['locale']): Markup[] {
  if (bars.length === 0) return [];
  const most = Math.max(...bars.map(({ count }) => count));
  const rows = bars.map(({ name, href, count }) => {
    const length = Math.max(1, Math.round((count / most) * width));
    return html`<tr><th scope="row"><a href="${up}${href}"><bdi>${name}</bdi></a></th><td class="count">${number(count)}</td><td><svg viewBox="0 0 ${width} 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${length}" height="1"/></svg></td></tr>\n`;
  });
  return [
    html`<table><caption><h2>${text(titles[of])}</h2><p class="quiet">${note}</p></caption>
<thead class="quiet"><tr><th scope="col">${text(`field.${of}`)}</th><th scope="col" class="count">${text('nav.courses')}</th><td></td></tr></thead>
<tbody>
${rows}</tbody></table>
`,
  ];
}
