// Courses by year: a chart of columns, and a table of all its numbers.
import { count, grouped } from '../amounts.ts';
import { columnsOf, everyFor, type Column } from './columns.ts';
import type { Year } from './data.ts';
import { html } from '../html.ts';
import type { Markup } from '../markup.ts';
import { mostOf, share } from './measures.ts';

/** Widths in pixels: of the chart on a phone and on a desk, and of a digit above a column. */
const phone = 300;
const desk = 960;
const digit = 7;

/** The chart, and the table. */
export function yearsSection(byYear: readonly Year[]): Markup {
  const columns = columnsOf(byYear);
  if (columns.length === 0)
    return html`<section>
      <h2>Courses by year</h2>
      <p>There are no courses.</p>
    </section>`;
  const rows = byYear.map(
    ({ year, courses }) =>
      html`<tr>
        <th scope="row">${year}</th>
        <td class="number">${grouped(courses)}</td>
      </tr> `,
  );
  return html`<section>
    <h2>Courses by year</h2>
    ${chartOf(columns)}
    <details>
      <summary>Every year in numbers</summary>
      <table class="years">
        <caption>
          Courses by the year of their publication.
        </caption>
        <thead>
          <tr>
            <th scope="col">year</th>
            <th scope="col" class="number">courses</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </details>
  </section>`;
}

function chartOf(columns: readonly Column[]): Markup {
  const most = mostOf(columns, ({ courses }) => courses);
  const onPhone = everyFor(columns.length, 6);
  const onDesk = everyFor(columns.length, 20);
  const drawn = columns.map(({ place, label, courses }) => {
    const number = courses > 0 ? html`<b>${grouped(courses)}</b>` : html``;
    const bar = html`<i style="height:${share(courses, most)}"></i>`;
    const below = [place % onPhone === 0 ? 'phone' : '', place % onDesk === 0 ? 'desk' : ''].join(' ').trim();
    return html`<div>${number}${bar}${below === '' ? html`` : html`<small class="${below}">${label}</small>`}</div> `;
  });
  return html`<div class="columns ${numbering(columns.length, grouped(most))}" role="img" aria-label="${tell(columns)}">
    ${gridOf(most)}
    <div class="plot">${drawn}</div>
  </div>`;
}

/** Where the columns are wide enough for numbers above them; lines with a scale stand in elsewhere. */
function numbering(length: number, longest: string): string {
  const needed = length * (longest.length + 1) * digit;
  return needed <= phone ? 'numbers' : needed <= desk ? 'numbers-on-desk' : 'no-numbers';
}

function gridOf(most: number): Markup[] {
  const step = everyFor(most, 5);
  const lines = Array.from({ length: Math.floor(most / step) }, (_, index) => (index + 1) * step);
  return lines.map((value) => html`<span class="line" style="bottom:${share(value, most)}">${grouped(value)}</span> `);
}

function tell(columns: readonly Column[]): string {
  const most = mostOf(columns, ({ courses }) => courses);
  const top = columns.find(({ courses }) => courses === most);
  const ends = [columns.at(0), columns.at(-1)].map((column) => column?.label).join(' to ');
  return `Columns: courses by year, ${ends}; the most in ${top?.label}, ${count(most, 'course', 'courses')}`;
}
