// The style of tables, and of the bars in them.
import { html } from '../html.ts';
import type { Markup } from '../markup.ts';

/** The style sheet of tables. */
export function tableStyle(): Markup {
  return html`<style>
    table {
      width: 100%;
      border-collapse: collapse;
    }
    caption {
      padding-bottom: 0.5rem;
      text-align: start;
    }
    th,
    td {
      padding: 0.28rem 0;
      text-align: start;
      vertical-align: baseline;
      font-weight: 400;
    }
    th + td,
    td + td,
    th + th,
    td + th {
      padding-left: 1rem;
    }
    tbody tr {
      border-top: 1px solid var(--line);
    }
    thead th {
      padding-bottom: 0.2rem;
      color: var(--quiet);
      font-size: 0.8125rem;
      vertical-align: bottom;
    }
    .number {
      text-align: end;
      white-space: nowrap;
    }
    .kind {
      white-space: nowrap;
    }
    .rest {
      color: var(--quiet);
    }
    .bars,
    .endpoints {
      table-layout: fixed;
    }
    .bars th:first-child {
      width: 45%;
    }
    .endpoints th:first-child {
      width: 40%;
    }
    .times {
      margin-top: 0.9rem;
    }
    .times td:first-child,
    .times th:first-child {
      width: 2rem;
    }
    .years {
      max-width: 18rem;
      margin-top: 0.5rem;
    }
    .bar {
      display: flex;
      align-items: center;
      gap: 0.75rem;
    }
    .bar > i {
      flex: 1;
      height: 0.5rem;
      background: var(--track);
    }
    .bar > i > i {
      display: block;
      height: 100%;
      background: var(--bar);
    }
    .bar > span {
      text-align: end;
      white-space: nowrap;
    }
  </style>`;
}
