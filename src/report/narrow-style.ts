// The style where the page is narrow, printed, or in a person's own few colours.
import { html } from '../html.ts';
import type { Markup } from '../markup.ts';

/** The style sheet that narrows the others; it goes after them. */
export function narrowStyle(): Markup {
  return html`<style>
    @media (max-width: 36rem) {
      .figures {
        grid-template-columns: repeat(3, 1fr);
        gap: 1rem 0.75rem;
      }
      .figures dd {
        font-size: 1.3rem;
      }
      .bars th:first-child {
        width: 50%;
      }
      .endpoints .bar {
        flex-direction: column;
        align-items: stretch;
        gap: 0.15rem;
      }
      .endpoints .bar > i {
        flex: none;
        height: 0.35rem;
        order: 1;
      }
      .bar {
        gap: 0.5rem;
      }
      th + td,
      td + td,
      th + th,
      td + th {
        padding-left: 0.75rem;
      }
    }
    @media (forced-colors: active) {
      .bar i,
      .stages i,
      .plot i {
        forced-color-adjust: none;
      }
    }
    @media print {
      body {
        max-width: none;
        padding: 0;
      }
      tr,
      .columns {
        break-inside: avoid;
      }
      .bar i,
      .stages i,
      .plot i {
        print-color-adjust: exact;
        -webkit-print-color-adjust: exact;
      }
    }
  </style>`;
}
