// How to call the API: its address, a line to paste, and an example of every endpoint from this very catalog.
import { addressOf, routes, type RouteName } from '../../api/routes.ts';
import type { Site } from './view.ts';

/** For each endpoint with a parameter a value that the catalog has, as far as it has one. */
export type Examples = Readonly<Partial<Record<RouteName, string | undefined>>>;

const shown = ['latest', 'categories', 'providers', 'languages', 'category', 'provider', 'language', 'course'] as const;

export function CallApi({ site, examples }: { site: Site; examples: Examples }) {
  const base = site.root.href.replace(/\/$/u, '');
  return (
    <section class="call" aria-labelledby="call">
      <h2 id="call">Call the API</h2>
      <p>Everything here is also JSON: read-only, open to every origin, without a key.</p>
      <h3>Base address</h3>
      <p>
        <code class="block">{addressOf(base, 'index')}</code>
      </p>
      <h3>Try it</h3>
      <p>
        <code class="block">curl {addressOf(base, 'latest')}</code>
      </p>
      <h3 id="endpoints">Endpoints</h3>
      <ul class="endpoints" aria-labelledby="endpoints">
        {shown.map((name) => (
          <Endpoint key={name} name={name} example={examples[name]} />
        ))}
      </ul>
      <p class="ways">
        <a class="button" href="docs/">
          API reference
        </a>
        <a href="openapi.json">OpenAPI document</a>
      </p>
    </section>
  );
}

/** The path as the specification has it, as a link where an example is known. */
function Endpoint({ name, example }: { name: RouteName; example: string | undefined }) {
  const path = routes[name].path;
  const needsExample = path.includes('{');
  const code = <code dir="ltr">{path}/</code>;
  if (needsExample && example === undefined) return <li>{code}</li>;
  return (
    <li>
      <a href={addressOf('.', name, example)}>{code}</a>
    </li>
  );
}
