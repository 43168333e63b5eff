// Courses by year of publication: a column for each year, empty ones included.
import { locale, message } from '../language/locale.ts';
import { ChartTable } from './chart-table.tsx';
import { withGaps, type Year } from './figures.ts';

const height = 220;
/** Space above the columns for the amounts, and below for the years. */
const [above, below] = [18, 24];
/** Maximum width of a column, in percent. */
const maxWidth = 8;
/** On a phone more labels would overlap. */
const maxLabels = 8;

export function YearsChart({ years }: { years: readonly Year[] }) {
  const drawn = withGaps(years);
  const max = Math.max(1, ...drawn.map(([, courses]) => courses));
  const total = drawn.reduce((sum, [, courses]) => sum + courses, 0);
  return (
    <figure class="whole">
      <figcaption>
        <h2>{message('charts.byYear')}</h2>
        <p>{message('charts.published', { count: total })}</p>
      </figcaption>
      <Columns drawn={drawn} max={max} />
      <ChartTable label={message('charts.byYear')} heading={message('field.year')} rows={drawn} />
    </figure>
  );
}

function Columns({ drawn, max }: { drawn: readonly Year[]; max: number }) {
  const step = Math.min(100 / drawn.length, maxWidth);
  const [width, gap] = [0.8 * step, 0.2 * step];
  const y = (courses: number) => height - below - (courses / max) * (height - below - above);
  const every = Math.ceil(drawn.length / maxLabels);
  const peak = drawn.find(([, courses]) => courses === max)?.[0] ?? 0;
  const label = message('charts.columns', {
    first: String(drawn[0]?.[0]),
    last: String(drawn.at(-1)?.[0]),
    max,
    peak: String(peak),
  });
  return (
    <svg role="img" aria-label={label} height={height}>
      <line x1="0" x2="100%" y1={height - below + 0.5} y2={height - below + 0.5} />
      {drawn.map(([year, courses], index) => {
        const left = index * step + gap / 2;
        const middle = `${left + width / 2}%`;
        return (
          <g key={year}>
            <title>{`${year}: ${message('courses.count', { count: courses })}`}</title>
            <rect
              class="bar"
              x={`${left}%`}
              width={`${width}%`}
              y={y(courses)}
              height={height - below - y(courses)}
              rx="2"
            />
            {(year === peak || drawn.length <= maxLabels) && (
              <text class="amount" x={middle} y={y(courses) - 6} text-anchor="middle">
                {locale().number(courses)}
              </text>
            )}
            {(drawn.length - 1 - index) % every === 0 && (
              <text class="axis" x={middle} y={height - 6} text-anchor="middle">
                {year}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
