// What changed since the last build: how many files, and which.
import { count, grouped } from '../amounts.ts';
import { changeKinds, type ChangeKind, type ReportChanges } from './data.ts';
import { figure } from './header.ts';
import { html, path } from '../html.ts';
import type { Markup } from '../markup.ts';
import { sumOf } from './measures.ts';

/** Up to so many paths of all kinds together are laid open; more have to be opened. */
const openPaths = 12;

const labels: Readonly<Record<ChangeKind, string>> = {
  added: 'Files added',
  changed: 'Files changed',
  removed: 'Files removed',
};

/** The numbers of files by kind of change, and some of their paths. */
export function changesSection(changes: ReportChanges): Markup {
  const total = sumOf(changeKinds, (kind) => changes[kind]);
  return html`<section>
    <h2>${headingOf(changes)}</h2>
    ${total === 0 ? html`<p>Nothing changed: every file is as that build left it.</p>` : numbersAndPaths(changes)}
  </section>`;
}

function headingOf({ isDryRun, isFirst }: ReportChanges): string {
  if (isDryRun) return 'What a build would change';
  return isFirst ? 'The first build' : 'Since the last build';
}

function numbersAndPaths(changes: ReportChanges): Markup {
  const figures = changeKinds.map((kind) => figure(labels[kind], grouped(changes[kind])));
  return html`<dl class="figures">${figures}</dl>
    ${changeKinds.map((kind) => pathsOf(kind, changes))}`;
}

function pathsOf(kind: ChangeKind, changes: ReportChanges): Markup {
  const shown = changes.shown.filter((change) => change.kind === kind);
  if (shown.length === 0) return html``;
  const items = shown.map((change) => html`<li>${path(change.path)}</li> `);
  const rest = changes[kind] - shown.length;
  if (rest > 0) items.push(html`<li>and ${count(rest, 'other', 'others')}</li>`);
  const heading = html`<summary>${labels[kind]}</summary>`;
  const list = html`<ul class="paths">
    ${items}
  </ul>`;
  return changes.shown.length > openPaths
    ? html`<details>${heading}${list}</details>`
    : html`<details open>${heading}${list}</details>`;
}
