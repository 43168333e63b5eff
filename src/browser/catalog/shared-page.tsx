// The page of a course, which is the address to share: every reader, with or without JavaScript, sees the course there.
import { useState } from 'preact/hooks';

/** `page` is relative to the site root, `address` where it is published. */
export function SharedPage({ page, address }: { page: string; address: string }) {
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
      <a href={page}>Page of this course</a>
      <button type="button" class="plain-button" onClick={() => void copy()}>
        Copy link
      </button>
      <span role="status">{copied}</span>
    </p>
  );
}
