// Tabs with code in several languages. The language chosen in one place is selected everywhere.
import type { Sample } from './document.ts';
import type { Child, Component, React } from './swagger.ts';

export interface Tabs {
  readonly samples: readonly Sample[];
  readonly title: string;
  /** Prefix of the element ids. */
  readonly id: string;
}

/** Creates the component. All its instances share the chosen language. */
export function makeTabs(react: React): Component<Tabs> {
  const choice = makeChoice();
  const h = react.createElement;
  return ({ samples, title, id }) => {
    const chosen = react.useSyncExternalStore(choice.subscribe, choice.read);
    const [message, setMessage] = react.useState('');
    const shown = samples.find(({ label }) => label === chosen) ?? samples[0];
    if (shown === undefined) return null;
    const choose = (label: string): void => {
      setMessage('');
      choice.choose(label);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const target = targetOf(event.key, samples, shown);
      if (target === undefined) return;
      event.preventDefault();
      choose(target.label);
      document.getElementById(tabId(id, target))?.focus();
    };
    const onCopy = (): void => void copy(shown.source).then(setMessage);
    const tabs = samples.map((sample) => tab(react, sample, sample === shown, id, choose));
    return h(
      'div',
      { className: 'samples' },
      h('h4', { id: `${id}-title` }, title),
      h('div', { role: 'tablist', 'aria-labelledby': `${id}-title`, onKeyDown }, ...tabs),
      h('button', { type: 'button', className: 'samples-copy', onClick: onCopy }, 'Copy'),
      h('span', { role: 'status' }, message),
      h(
        'div',
        { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': tabId(id, shown), tabIndex: 0 },
        h('pre', { translate: 'no' }, h('code', null, shown.source)),
      ),
    );
  };
}

/** Copies a text, and returns a message about the outcome. */
async function copy(text: string): Promise<string> {
  try {
    // Throws on a page without https, where `clipboard` is undefined.
    await navigator.clipboard.writeText(text);
    return 'Copied.';
  } catch {
    return 'The browser does not let this page copy.';
  }
}

function tab(react: React, sample: Sample, isShown: boolean, id: string, choose: (label: string) => void): Child {
  const state = { 'aria-selected': isShown, tabIndex: isShown ? 0 : -1 };
  const names = { id: tabId(id, sample), 'aria-controls': `${id}-panel`, key: sample.label };
  const onClick = (): void => choose(sample.label);
  return react.createElement('button', { type: 'button', role: 'tab', ...state, ...names, onClick }, sample.label);
}

/** The tab that an arrow key, Home or End selects. */
function targetOf(key: string, samples: readonly Sample[], shown: Sample): Sample | undefined {
  const index = samples.indexOf(shown);
  if (key === 'ArrowRight') return samples[index + 1] ?? samples[0];
  if (key === 'ArrowLeft') return samples[index - 1] ?? samples.at(-1);
  if (key === 'Home') return samples[0];
  return key === 'End' ? samples.at(-1) : undefined;
}

function tabId(id: string, { label }: Sample): string {
  return `${id}-${label.replace(/[^\w-]+/gu, '-')}`;
}

interface Choice {
  /** The label of the chosen language; undefined before the first choice. */
  readonly read: () => string | undefined;
  readonly choose: (label: string) => void;
  readonly subscribe: (changed: () => void) => () => void;
}

function makeChoice(): Choice {
  let chosen: string | undefined;
  const subscribers = new Set<() => void>();
  return {
    read: () => chosen,
    choose(label) {
      chosen = label;
      for (const changed of subscribers) changed();
    },
    subscribe(changed) {
      subscribers.add(changed);
      return () => subscribers.delete(changed);
    },
  };
}
