// Small components that many screens share.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { locale, message } from './language/locale.ts';
import type { ScreenContext } from './screen.ts';

/** The heading of a screen, which gets the focus when the screen is shown. */
export function Heading({ children, lang }: { children: ComponentChildren; lang?: string | undefined }) {
  return (
    <h1 id="heading" tabIndex={-1} dir="auto" lang={lang}>
      {children}
    </h1>
  );
}

/** The address of the JSON behind what is shown, for developers. */
export function ApiLine({ address, root }: { address: string; root: URL }) {
  const { href } = new URL(address, root);
  return (
    <p class="api">
      <span>{message('nav.api')}</span>
      <a href={address} dir="ltr">
        {href}
      </a>
      <CopyButton text={href} label={message('address.copy')} failed={message('address.failed')} />
    </p>
  );
}

export function CopyButton({ text, label, failed }: { text: string; label: string; failed: string }) {
  const [answer, setAnswer] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setAnswer(message('address.copied'));
    } catch {
      // Browsers refuse it on pages without TLS, and where the reader does.
      setAnswer(failed);
    }
  };
  return (
    <>
      <button type="button" class="plain-button" onClick={() => void copy()}>
        {label}
      </button>
      <span role="status">{answer}</span>
    </>
  );
}

/** A number of courses; the noun is for screen readers only. */
export function CourseCount({ count }: { count: number }) {
  return (
    <span class="count">
      <span aria-hidden="true">{locale().number(count)}</span>{' '}
      <span class="visually-hidden">{message('courses.count', { count })}</span>
    </span>
  );
}

/** A link to an element of the page by its id, for the keyboard. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  // Does not follow the link: the fragment is the address of the screen.
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

/** The day of publication. The timestamp has no time zone, so the day is the same everywhere. */
export function PublishedOn({ date }: { date: string }) {
  return <time dateTime={date.slice(0, 'YYYY-MM-DD'.length)}>{locale().date(date)}</time>;
}

/** The link to the static page of a course or of a list, which is the one to share. */
export function SharedPage({ page, context, kind }: { page: string; context: ScreenContext; kind: 'course' | 'list' }) {
  const { href } = new URL(page, context.published);
  return (
    <p class="shared">
      <a href={page}>{message(`share.${kind}`)}</a>
      <CopyButton text={href} label={message('share.copy')} failed={message('share.failed')} />
    </p>
  );
}
