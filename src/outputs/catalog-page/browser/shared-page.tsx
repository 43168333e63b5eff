// The page of a course or of a provider, which is the address to share: every reader, with or without JavaScript, sees the same there.
import { message } from './locale.ts';
import { CopyButton } from './parts.tsx';
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

export function SharedPage({ shared: { page, address }, of }: { shared: Shared; of: 'course' | 'list' }) {
  return (
    <p class="shared">
      <a href={page}>{message(`share.${of}`)}</a>
      <CopyButton text={address} label={message('share.copy')} failed={message('share.failed')} />
    </p>
  );
}
