// The head of a report: what was built, in a sentence and in figures; and the warnings.
import { count, grouped, size } from '../amounts.ts';
import type { ReportData } from './data.ts';
import { html, link, name, path } from '../html.ts';
import type { Markup } from '../markup.ts';
import { duration, sumOf } from './measures.ts';

/** Warnings that are told one by one; the rest are counted. */
const shownWarnings = 50;

/** The title, and what was built. */
export function headerOf(data: ReportData): Markup {
  const { version, baseUrl, out, host, stages } = data;
  const time = duration(sumOf(stages, ({ seconds }) => seconds));
  return html`<header>
    <h1>Build report</h1>
    <p class="lead">
      ${count(data.courses, 'course', 'courses')} from ${count(data.providers, 'provider', 'providers')}, in
      ${count(data.categories, 'category', 'categories')} and ${count(data.languages, 'language', 'languages')}, built
      for ${link(baseUrl, path(baseUrl))}
    </p>
    <dl class="figures">
      ${figure('Courses', grouped(data.courses))} ${figure('Pages of lists', grouped(data.pages))}
      ${figure('Files', grouped(data.files))} ${figure('Folders', grouped(data.folders))}
      ${figure('Size', size(data.bytes))} ${figure('Time', time)}
    </dl>
    <p class="note">
      Output folder ${path(out)}, for the host ${name(host)}, by static-course-catalog ${name(version)}.
    </p>
  </header>`;
}

/** A figure and what it is, for a list of them. */
export function figure(label: string, value: string): Markup {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** The warnings of the build; nothing where there are none. */
export function warningsSection(warnings: readonly string[]): Markup {
  if (warnings.length === 0) return html``;
  const items = warnings.slice(0, shownWarnings).map((warning) => html`<li>${name(warning)}</li> `);
  const rest = warnings.length - items.length;
  if (rest > 0) items.push(html`<li>and ${count(rest, 'more warning', 'more warnings')}</li>`);
  return html`<section class="warnings">
    <h2>${count(warnings.length, 'warning', 'warnings')}</h2>
    <ul>
      ${items}
    </ul>
  </section>`;
}
