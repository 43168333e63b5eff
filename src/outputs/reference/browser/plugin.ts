// Our Swagger UI plugin: code samples, the page layout, and accessibility fixes.
import { keyOf, type Samples } from './document.ts';
import { samplesOfRequest } from './request.ts';
import type { Child, Component, Plugin, System } from './swagger.ts';
import { makeTabs } from './tabs.ts';

/** The name of the layout in the options of Swagger UI. */
export const layout = 'ReferenceLayout';

/** A Swagger UI plugin. `server` is the URL that "Try it out" sends requests to. */
export function referencePlugin(samples: Samples, server: string): (system: System) => Plugin {
  return (system) => {
    const { createElement: h } = system.React;
    const tabs = makeTabs(system.React);
    return {
      components: {
        [layout]: makeLayout(system, server),
        // Not a link: inside the button that opens the operation it would be unreachable, and the URL changes without it too.
        DeepLink: ({ text }) => h('span', null, isChild(text) ? text : null),
        RequestSnippets: ({ request }) => {
          const sent = samplesOfRequest(request);
          return h(tabs, { samples: sent, title: 'The same request', id: idOf(`sent ${sent[0]?.source ?? ''}`) });
        },
      },
      wrapComponents: {
        responses: (Responses) => (properties) => {
          const key = keyOf(String(properties['method']), String(properties['path']));
          const found = samples.get(key);
          const element = found === undefined ? null : h(tabs, { samples: found, title: 'Samples', id: idOf(key) });
          return h('div', { ref: restoreTables }, element, h(Responses, properties));
        },
      },
    };
  };
}

/** Replaces the default layout, which has a second `main`, skips a heading level, and offers a choice of one server. */
function makeLayout({ React: react, getComponent }: System, server: string): Component {
  const h = react.createElement;
  return () => {
    const [showsAll, setShowsAll] = react.useState(false);
    const box = { type: 'checkbox', checked: showsAll, onChange: () => setShowsAll(!showsAll) };
    return h(
      'div',
      { className: showsAll ? 'swagger-ui' : 'swagger-ui only-get' },
      h(getComponent('SvgAssets', false), null),
      h(getComponent('errors', true), null),
      h(getComponent('InfoContainer', true), null),
      h('p', { className: 'server' }, 'Requests go to ', h('code', null, server)),
      h('h2', null, 'Operations'),
      h(
        'label',
        { className: 'methods' },
        h('input', box),
        ' Show HEAD and OPTIONS, which every endpoint also supports',
      ),
      h('div', { className: 'wrapper' }, h(getComponent('operations', true), null)),
      h('div', { className: 'wrapper' }, h(getComponent('Models', true), null)),
    );
  };
}

/** Swagger UI gives its tables the role `region`, so that screen readers no longer treat them as tables. */
function restoreTables(element: HTMLElement | null): void {
  for (const table of element?.querySelectorAll('table[role=region]') ?? []) table.removeAttribute('role');
}

function isChild(value: unknown): value is Child {
  return typeof value === 'string' || typeof value === 'object';
}

function idOf(text: string): string {
  return `samples-${text.replace(/[^\w-]+/gu, '-')}`;
}
