// How to call the API: its base address, a command to paste, and a link to every endpoint with a value from this catalog.
import { addressOf, routes, type RouteName } from '../../../../api/routes.ts';
import { shellWord } from '../../../../text/shell.ts';
import { message } from '../language/locale.ts';
import type { Site } from '../view.ts';

/** A parameter value from the catalog for each endpoint that needs one. */
export type CallExamples = Readonly<Partial<Record<RouteName, string | undefined>>>;

const shown = ['latest', 'categories', 'providers', 'languages', 'category', 'provider', 'language', 'course'] as const;

export function CallApi({ site, examples }: { site: Site; examples: CallExamples }) {
  const base = site.root.href.replace(/\/$/u, '');
  return (
    <section class="call" aria-labelledby="call">
      <h2 id="call">{message('call.title')}</h2>
      <p>{message('call.text')}</p>
      <h3>{message('call.base')}</h3>
      <p>
        <code class="block">{addressOf(base, 'index')}</code>
      </p>
      <h3>{message('call.try')}</h3>
      <p>
        <code class="block">curl {shellWord(addressOf(base, 'latest'))}</code>
      </p>
      <h3 id="endpoints">{message('call.endpoints')}</h3>
      <ul class="endpoints" aria-labelledby="endpoints">
        {shown.map((name) => {
          const { path } = routes[name];
          const example = examples[name];
          const code = <code dir="ltr">{path}/</code>;
          const isKnown = example !== undefined || !path.includes('{');
          return <li key={name}>{isKnown ? <a href={addressOf('.', name, example)}>{code}</a> : code}</li>;
        })}
      </ul>
      <p class="actions">
        <a class="button" href="docs/">
          {message('footer.reference')}
        </a>
        <a href="openapi.json">{message('footer.openapi')}</a>
      </p>
    </section>
  );
}
