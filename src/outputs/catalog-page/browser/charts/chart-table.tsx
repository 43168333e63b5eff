// The table of a chart, for those who cannot see it or want its numbers.
import type { ComponentChildren } from 'preact';
import { locale, message } from '../language/locale.ts';

export type ChartRow = readonly [name: ComponentChildren, courses: number];

export function ChartTable(props: { label: string; heading: string; rows: readonly ChartRow[] }) {
  return (
    <details>
      <summary>
        {message('charts.table')}
        <span class="visually-hidden">: {props.label}</span>
      </summary>
      <table aria-label={props.label}>
        <thead>
          <tr>
            <th scope="col">{props.heading}</th>
            <th scope="col">{message('nav.courses')}</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map(([name, courses], index) => (
            <tr key={index}>
              <th scope="row">{name}</th>
              <td>{locale().number(courses)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
