// The style of the charts that are no tables: columns of years, and the bar of stages.
import { html } from '../html.ts';
import type { Markup } from '../markup.ts';

/** The style sheet of charts. */
export function chartStyle(): Markup {
  return html`<style>
    .stages {
      display: flex;
      height: 1.6rem;
      background: var(--track);
    }
    .stages i {
      overflow: hidden;
      background: var(--bar);
      color: var(--on-bar);
      font-style: normal;
      font-size: 0.8125rem;
      line-height: 1.6rem;
      text-align: center;
    }
    .stages i + i {
      border-left: 1px solid var(--paper);
    }
    .stages i:nth-child(even) {
      background: var(--bar-2);
    }

    .columns {
      position: relative;
      height: 15rem;
      margin: 2rem 0 2.25rem;
      padding-left: 3.25rem;
    }
    .plot {
      position: relative;
      display: flex;
      gap: clamp(1px, 0.5%, 6px);
      height: 100%;
      border-bottom: 1px solid var(--quiet);
    }
    .plot > div {
      position: relative;
      flex: 1;
      min-width: 0;
      max-width: 5rem;
      height: 100%;
      display: flex;
      flex-direction: column;
      justify-content: flex-end;
    }
    .plot i {
      flex: none;
      background: var(--bar);
    }
    .plot b {
      position: relative;
      align-self: center;
      font-weight: 400;
      font-size: 0.75rem;
      line-height: 1.4;
      white-space: nowrap;
    }
    .plot small {
      position: absolute;
      top: calc(100% + 0.3rem);
      left: 50%;
      transform: translateX(-50%);
      color: var(--quiet);
      font-size: 0.75rem;
      white-space: nowrap;
    }
    .line {
      position: absolute;
      left: 0;
      right: 0;
      border-bottom: 1px solid var(--line);
      color: var(--quiet);
      font-size: 0.75rem;
      line-height: 1.3;
    }
    .numbers,
    .numbers-on-desk {
      padding-left: 0;
    }
    .numbers .line,
    .numbers-on-desk .line,
    .no-numbers b {
      display: none;
    }
    @media (max-width: 63.99rem) {
      .numbers-on-desk {
        padding-left: 3.25rem;
      }
      .numbers-on-desk .line {
        display: block;
      }
      .numbers-on-desk b,
      .plot small:not(.phone) {
        display: none;
      }
    }
    @media (min-width: 64rem) {
      .plot small:not(.desk) {
        display: none;
      }
    }
  </style>`;
}
