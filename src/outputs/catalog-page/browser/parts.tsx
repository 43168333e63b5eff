// Small components that many views share.
import type { ComponentChildren } from 'preact';

/** The heading of a view, which gets the focus when the view is shown. */
export function Heading({ children, lang }: { children: ComponentChildren; lang?: string | undefined }) {
  return (
    <h1 id="heading" tabIndex={-1} dir="auto" lang={lang}>
      {children}
    </h1>
  );
}

/** A link to the JSON behind what is shown. */
export function JsonLink({ address, of }: { address: string; of: string }) {
  return (
    <a class="json" href={address}>
      JSON<span class="visually-hidden"> of {of}</span>
    </a>
  );
}

/** A section with a heading; `aside` is at the end of the heading's line. */
export function Section(props: { id: string; title: string; aside?: ComponentChildren; children: ComponentChildren }) {
  return (
    <section aria-labelledby={props.id}>
      <div class="section-head">
        <h2 id={props.id}>{props.title}</h2>
        {props.aside}
      </div>
      {props.children}
    </section>
  );
}
