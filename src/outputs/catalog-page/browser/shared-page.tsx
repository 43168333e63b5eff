// The link to the static page of a course or of a list, which is the one to share.
import { message } from './locale.ts';
import { CopyButton } from './parts.tsx';

export function SharedPage({ page, address, of }: { page: string; address: string; of: 'course' | 'list' }) {
  return (
    <p class="shared">
      <a href={page}>{message(`share.${of}`)}</a>
      <CopyButton text={address} label={message('share.copy')} failed={message('share.failed')} />
    </p>
  );
}
