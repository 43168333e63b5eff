// Tables: the biggest lists, and files and bytes by endpoint.
import { count, grouped, size } from '../amounts.ts';
import { barCells } from './bars.ts';
import type { Endpoint, List } from './data.ts';
import { html, link, name, path } from '../html.ts';
import type { Markup } from '../markup.ts';
import { sumOf } from './measures.ts';

/** The biggest lists, each with a link to where it is published. */
export function listsSection(lists: readonly List[]): Markup {
  if (lists.length === 0)
    return html`<section>
      <h2>Biggest lists</h2>
      <p>There are no lists.</p>
    </section>`;
  const rows = lists.map(
    ({ name: text, kind, courses, pages, address }) =>
      html`<tr>
        <th scope="row">${link(address, name(text))}</th>
        <td class="kind">${kind}</td>
        <td class="number">${grouped(courses)}</td>
        <td class="number">${grouped(pages)}</td>
      </tr> `,
  );
  return html`<section>
    <h2>Biggest lists</h2>
    <table>
      <caption>
        The paged lists with the most courses; the links lead to where they are published.
      </caption>
      <thead>
        <tr>
          <th scope="col">list</th>
          <th scope="col">of a</th>
          <th scope="col" class="number">courses</th>
          <th scope="col" class="number">pages</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`;
}

/** Files and bytes by endpoint. */
export function endpointsSection(endpoints: readonly Endpoint[]): Markup {
  const files = sumOf(endpoints, (endpoint) => endpoint.files);
  const bytes = sumOf(endpoints, (endpoint) => endpoint.bytes);
  const filesCell = barCells(
    endpoints.map((endpoint) => endpoint.files),
    grouped,
  );
  const bytesCell = barCells(
    endpoints.map((endpoint) => endpoint.bytes),
    size,
  );
  const rows = endpoints.map(
    (endpoint) =>
      html`<tr>
        <th scope="row">${path(endpoint.path)}</th>
        ${filesCell(endpoint.files)}${bytesCell(endpoint.bytes)}
      </tr> `,
  );
  return html`<section>
    <h2>Files by endpoint</h2>
    <table class="endpoints">
      <caption>
        ${count(files, 'file', 'files')}, ${size(bytes)} in all.
      </caption>
      <thead>
        <tr>
          <th scope="col">endpoint</th>
          <th scope="col" class="number">files</th>
          <th scope="col" class="number">size</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`;
}
