// Courses by category, language or provider: a bar for each, which links to its list.
import type { Item } from '../lists/items.ts';
import { locale, message } from '../language/locale.ts';
import { ChartTable, type ChartRow } from './chart-table.tsx';
import { rankingOf } from './figures.ts';

/** The text is above the bar, so that names have the full width. */
const rowHeight = 36;
const barHeight = 8;

interface Props {
  readonly title: string;
  readonly plural: 'categories' | 'languages' | 'providers';
  readonly items: readonly Item[];
  readonly note?: string;
}

export function RankingChart({ title, plural, items, note = '' }: Props) {
  const { shown, others, otherCourses, max } = rankingOf(items);
  const scope =
    others === 0
      ? message('charts.all')
      : message('charts.largest', {
          shown: shown.length,
          others: message('charts.others', { count: others }),
          courses: message('courses.count', { count: otherCourses }),
        });
  const rows = shown.map(({ name, href, course_count }): ChartRow => [
    <a href={href}>
      <bdi>{name}</bdi>
    </a>,
    course_count,
  ]);
  if (others > 0) rows.push([message('charts.others', { count: others }), otherCourses]);
  return (
    <figure>
      <figcaption>
        <h2>{title}</h2>
        <p>
          {scope} {note}
        </p>
      </figcaption>
      <Bars shown={shown} max={max} label={title} />
      <ChartTable label={title} heading={message(`nav.${plural}`)} rows={rows} />
    </figure>
  );
}

function Bars({ shown, max, label }: { shown: readonly Item[]; max: number; label: string }) {
  const width = (courses: number) => (100 * courses) / Math.max(1, max);
  // Coordinates have no direction, unlike texts.
  const isRtl = locale().dir === 'rtl';
  const [start, end] = isRtl ? ['100%', '0'] : ['0', '100%'];
  return (
    <svg role="group" aria-label={message('charts.bars', { title: label })} height={shown.length * rowHeight}>
      {shown.map(({ key, name, href, course_count }, index) => (
        <a key={key} href={href}>
          <rect class="hit" y={index * rowHeight} width="100%" height={rowHeight} />
          <text class="name" x={start} y={index * rowHeight + 14}>
            {shortened(name)}
          </text>{' '}
          <text class="amount" x={end} y={index * rowHeight + 14} text-anchor="end">
            {locale().number(course_count)}
          </text>
          <rect class="track" y={index * rowHeight + 20} width="100%" height={barHeight} rx={barHeight / 2} />
          <rect
            class="bar"
            x={isRtl ? `${100 - width(course_count)}%` : 0}
            y={index * rowHeight + 20}
            width={`${width(course_count)}%`}
            height={barHeight}
            rx={barHeight / 2}
          />
        </a>
      ))}
    </svg>
  );
}

/** SVG text does not wrap. The full name is in the table. */
function shortened(name: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  return letters.length > 34 ? `${letters.slice(0, 33).join('')}…` : name;
}
