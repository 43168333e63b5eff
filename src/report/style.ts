// The style of a report: a printed page, light or dark, on a phone or on a desk.
import { chartStyle } from './chart-style.ts';
import { html } from '../html.ts';
import type { Markup } from '../markup.ts';
import { narrowStyle } from './narrow-style.ts';
import { tableStyle } from './table-style.ts';

/** The style sheet, for the head of the page. What narrows it for phones and for paper comes last. */
export function styleSheet(): Markup {
  return html`${pageStyle()}${tableStyle()}${chartStyle()}${narrowStyle()}`;
}

function pageStyle(): Markup {
  return html`<style>
    :root {
      color-scheme: light dark;
      --paper: #fcfbf8;
      --ink: #23262b;
      --quiet: #5c6168;
      --line: #dedad0;
      --track: #efece4;
      --bar: #3d6f94;
      --bar-2: #64748b;
      --link: #1d5c88;
      --warn: #8a4b00;
      --on-bar: #fff;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #17191c;
        --ink: #e6e4df;
        --quiet: #a6a9ae;
        --line: #363a40;
        --track: #24272b;
        --bar: #6fa3c8;
        --bar-2: #9aa7b8;
        --link: #8cbfe3;
        --warn: #e8b26a;
        --on-bar: #101215;
      }
    }
    * {
      box-sizing: border-box;
    }
    html {
      text-size-adjust: 100%;
      -webkit-text-size-adjust: 100%;
    }
    body {
      max-width: 68rem;
      margin: 0 auto;
      padding: clamp(1.25rem, 4vw, 3.5rem) clamp(1rem, 4vw, 2.5rem) 4rem;
      background: var(--paper);
      color: var(--ink);
      font:
        0.9375rem/1.5 system-ui,
        -apple-system,
        'Segoe UI',
        Roboto,
        'Liberation Sans',
        Arial,
        sans-serif;
      font-variant-numeric: tabular-nums lining-nums;
      overflow-wrap: anywhere;
    }
    h1,
    h2,
    .lead,
    .figures dd {
      font-family: Charter, 'Bitstream Charter', Cambria, 'Liberation Serif', Georgia, serif;
    }
    h1 {
      margin: 0;
      font-size: 1rem;
      font-weight: 400;
      font-style: italic;
      color: var(--quiet);
    }
    h2 {
      margin: 0 0 0.75rem;
      font-size: 1.3rem;
      font-weight: 600;
      line-height: 1.25;
    }
    .lead {
      margin: 0.4rem 0 1.75rem;
      max-width: 46rem;
      font-size: clamp(1.35rem, 3.4vw, 1.9rem);
      line-height: 1.3;
      text-wrap: balance;
    }
    .note,
    caption {
      color: var(--quiet);
      font-size: 0.875rem;
    }
    a {
      color: var(--link);
      text-decoration-thickness: 1px;
      text-underline-offset: 0.15em;
    }
    section {
      margin-top: 2.75rem;
      padding-top: 1rem;
      border-top: 1px solid var(--line);
      min-width: 0;
    }
    header > .note {
      margin: 1rem 0 0;
    }
    .figures {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr));
      gap: 1.1rem 1.5rem;
      margin: 0;
    }
    .figures div {
      display: flex;
      flex-direction: column-reverse;
      justify-content: flex-end;
    }
    .figures dt {
      color: var(--quiet);
      font-size: 0.8125rem;
    }
    .figures dd {
      margin: 0;
      font-size: 1.6rem;
      line-height: 1.2;
    }
    .pair {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
      column-gap: 3.5rem;
    }
    details {
      margin-top: 1rem;
    }
    summary {
      cursor: pointer;
      color: var(--link);
    }
    .paths {
      margin: 0.4rem 0 0;
      padding: 0;
      list-style: none;
      font-size: 0.8125rem;
    }
    .paths .path {
      font-family: ui-monospace, 'Liberation Mono', Menlo, Consolas, monospace;
    }
    .paths li {
      padding: 0.1rem 0;
    }
    .warnings h2 {
      color: var(--warn);
    }
    .warnings ul {
      margin: 0;
      padding-left: 1.2rem;
    }
  </style>`;
}
