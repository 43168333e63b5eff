// Small components that many views share.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** The heading of a view, which gets the focus when the view is shown. */
export function Heading({ children, lang }: { children: ComponentChildren; lang?: string | undefined }) {
  return (
    <h1 id="heading" tabIndex={-1} dir="auto" lang={lang}>
      {children}
    </h1>
  );
}

const texts = { api: 'API', copy: 'Copy', copied: 'Copied.', notCopied: 'Could not copy.' };

/** The address of the JSON behind what is shown, for developers. */
export function ApiLine({ address, root }: { address: string; root: URL }) {
  const [copied, setCopied] = useState('');
  const { href } = new URL(address, root);
  const copy = async () => {
    // Browsers refuse it on pages without TLS, and where the reader does.
    const answer = await navigator.clipboard.writeText(href).then(
      () => texts.copied,
      () => texts.notCopied,
    );
    setCopied(answer);
  };
  return (
    <p class="api">
      <span>{texts.api}</span>
      <a href={address} dir="ltr">
        {href}
      </a>
      <button type="button" class="plain-button" onClick={() => void copy()}>
        {texts.copy}
      </button>
      <span role="status">{copied}</span>
    </p>
  );
}

/** A link to an element of the page by its id, for the keyboard. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  // Does not follow the link: the fragment is the address of the view.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    document.querySelector<HTMLElement>(`#${to}`)?.focus();
  };
  return (
    <a class="skip" href={`#${to}`} onClick={skip}>
      {children}
    </a>
  );
}

/** A section with a heading. */
export function Section(props: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section aria-labelledby={props.id}>
      <div class="section-head">
        <h2 id={props.id}>{props.title}</h2>
      </div>
      {props.children}
    </section>
  );
}
