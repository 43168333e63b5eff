// The page of a course or of a provider, which is the address to share: every reader, with or without JavaScript, sees the same there.
import { useState } from 'preact/hooks';
import type { Site } from './view.ts';

/** Where a page of courses is. */
export interface Shared {
  /** Relative to the site root. */
  readonly page: string;
  /** Where it is published. */
  readonly address: string;
}

/** A page of courses, if the site has such pages. */
export function sharedPage(page: string, { coursePages, published }: Site): Shared | undefined {
  return coursePages ? { page, address: new URL(page, published).href } : undefined;
}

export function SharedPage({ shared: { page, address }, of }: { shared: Shared; of: string }) {
  const [copied, setCopied] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied('Copied.');
    } catch {
      // Browsers refuse it on pages without TLS, and where the reader does.
      setCopied('Could not copy. Open the page and copy its address.');
    }
  };
  return (
    <p class="shared">
      <a href={page}>Page of this {of}</a>
      <button type="button" class="plain-button" onClick={() => void copy()}>
        Copy link
      </button>
      <span role="status">{copied}</span>
    </p>
  );
}
