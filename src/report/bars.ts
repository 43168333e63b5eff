// Bars: amounts that lie in a table, each with its number in plain text.
import { count, grouped } from '../amounts.ts';
import type { Named } from './data.ts';
import { html, name } from '../html.ts';
import type { Markup } from '../markup.ts';
import { mostOf, share, sumOf } from './measures.ts';

/** Rows of their own; the rest are one row. */
const shownRows = 20;

/** Courses by what has them, the largest first. */
export function barSection(one: string, many: string, all: readonly Named[], note: string): Markup {
  if (all.length === 0)
    return html`<section>
      <h2>Courses by ${one}</h2>
      <p>There are no ${many}.</p>
    </section>`;
  const sorted = all.toSorted((a, b) => b.courses - a.courses);
  const shown = sorted.slice(0, shownRows);
  const cell = barCells(
    shown.map(({ courses }) => courses),
    grouped,
  );
  const rows = shown.map(
    (item) =>
      html`<tr>
        <th scope="row">${name(item.name)}</th>
        ${cell(item.courses)}
      </tr> `,
  );
  return html`<section>
    <h2>Courses by ${one}</h2>
    <table class="bars">
      <caption>
        ${captionOf(many, all.length)} ${note}
      </caption>
      <thead>
        <tr>
          <th scope="col">${one}</th>
          <th scope="col" class="number">courses</th>
        </tr>
      </thead>
      <tbody>
        ${rows}${restRow(sorted.slice(shownRows))}
      </tbody>
    </table>
  </section>`;
}

/** Makes the cells of one column: a bar of its part of the most, and the amount as text. */
export function barCells(amounts: readonly number[], textOf: (amount: number) => string): (amount: number) => Markup {
  const most = mostOf(amounts, (amount) => amount);
  // All texts get the width of the longest, so that all bars begin and end alike.
  const width = mostOf(amounts, (amount) => textOf(amount).length);
  return (amount) =>
    html`<td>
      <div class="bar">
        <i><i style="width:${share(amount, most)}"></i></i><span style="min-width:${width}ch">${textOf(amount)}</span>
      </div>
    </td>`;
}

function captionOf(many: string, length: number): string {
  return length > shownRows ? `The ${shownRows} largest of ${grouped(length)} ${many}.` : `All ${many}.`;
}

/** The sum of the rest has no bar: beside single ones, its length would say nothing. */
function restRow(rest: readonly Named[]): Markup {
  if (rest.length === 0) return html``;
  const sum = grouped(sumOf(rest, ({ courses }) => courses));
  return html`<tr class="rest">
    <th scope="row">${count(rest.length, 'other', 'others')}</th>
    <td class="number">${sum}</td>
  </tr> `;
}
