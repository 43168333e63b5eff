// Time by stage: one bar in numbered parts, and the table that names them.
import { html, name } from '../html.ts';
import type { Markup } from '../markup.ts';
import type { Stage } from './data.ts';
import { duration, share, sumOf } from './measures.ts';

/** A part narrower than this share of the bar has no room for its number. */
const numberedShare = 0.06;

/** The time of each stage. */
export function stagesSection(stages: readonly Stage[]): Markup {
  const total = sumOf(stages, ({ seconds }) => seconds);
  const parts = stages.map(({ seconds }, index) => {
    const label = seconds >= total * numberedShare ? String(index + 1) : '';
    return html`<i style="width:${share(seconds, total)}">${label}</i>`;
  });
  const rows = stages.map(
    (stage, index) =>
      html`<tr>
        <td class="number">${index + 1}</td>
        <th scope="row">${name(stage.name)}</th>
        <td class="number">${duration(stage.seconds)}</td>
      </tr> `,
  );
  const told = stages.map((stage) => `${stage.name} ${duration(stage.seconds)}`).join(', ');
  return html`<section>
    <h2>Time by stage</h2>
    <div class="stages" role="img" aria-label="Bar of the stages: ${told}">${parts}</div>
    <table class="times">
      <caption>
        ${duration(total)} in all.
      </caption>
      <thead>
        <tr>
          <th scope="col" class="number">no.</th>
          <th scope="col">stage</th>
          <th scope="col" class="number">time</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`;
}
