// Our part of the renderer: the samples, the frame of the reference, and mending of what shuts people out.
import { keyOf, type Samples } from './document.ts';
import { samplesOfRequest } from './request.ts';
import type { Child, Component, Plugin, System } from './swagger.ts';
import { makeTabs } from './tabs.ts';

/** The name of the layout, for the options of the renderer. */
export const layout = 'ReferenceLayout';

/** A plugin of the renderer. `server` is the address that operations are tried at. */
export function referencePlugin(samples: Samples, server: string): (system: System) => Plugin {
  return (system) => {
    const { createElement: h } = system.React;
    const tabs = makeTabs(system.React);
    return {
      components: {
        [layout]: makeLayout(system, server),
        // A link inside the button that opens the operation cannot be reached; the address changes without it as well.
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
          const shown = found === undefined ? null : h(tabs, { samples: found, title: 'Samples', id: idOf(key) });
          return h('div', { ref: restoreTables }, shown, h(Responses, properties));
        },
      },
    };
  };
}

/** The renderer's own frame has a second main part, skips a level of headings, and offers a choice of one server. */
function makeLayout({ React: react, getComponent }: System, server: string): Component {
  const h = react.createElement;
  return () => {
    const [isWhole, setWhole] = react.useState(false);
    const box = { type: 'checkbox', checked: isWhole, onChange: () => setWhole(!isWhole) };
    return h(
      'div',
      { className: isWhole ? 'swagger-ui' : 'swagger-ui only-get' },
      h(getComponent('SvgAssets', false), null),
      h(getComponent('errors', true), null),
      h(getComponent('InfoContainer', true), null),
      h('p', { className: 'server' }, 'Requests go to ', h('code', null, server)),
      h('h2', null, 'Operations'),
      h('label', { className: 'methods' }, h('input', box), ' Show HEAD and OPTIONS, which every endpoint has, too'),
      h('div', { className: 'wrapper' }, h(getComponent('operations', true), null)),
      h('div', { className: 'wrapper' }, h(getComponent('Models', true), null)),
    );
  };
}

/** The renderer says that its tables are regions; to a screen reader they are then tables no more. */
function restoreTables(element: HTMLElement | null): void {
  for (const table of element?.querySelectorAll('table[role=region]') ?? []) table.removeAttribute('role');
}

function isChild(value: unknown): value is Child {
  return typeof value === 'string' || typeof value === 'object';
}

function idOf(text: string): string {
  return `samples-${text.replace(/[^\w-]+/gu, '-')}`;
}
