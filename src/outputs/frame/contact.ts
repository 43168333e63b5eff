// Contact: addresses at which readers suggest a course, or report a problem with one: an issue or a mail that is begun for them.
import type { Locale } from '../../text/locales/translate.ts';
import { shortened } from '../../text/shortened.ts';
import type { FooterLink } from '../site-options.ts';

/** Hosts take addresses of some thousand characters, in which one of many scripts takes nine. */
const maxTitle = 200;

/** The link for the footer of every page; none without a contact, which is a repository or a `mailto:` address. */
export function suggestLinks(contact: string | undefined, { text }: Locale): FooterLink[] {
  if (contact === undefined) return [];
  const label = text('pages.suggest');
  const address = isMail(contact)
    ? `${contact}?subject=${encodeURIComponent(label)}`
    : `${contact}/issues/new?template=course.yml`;
  return [{ label, address }];
}

/** The address for a problem with the course that has a title and a page. */
export function reportAddress(contact: string, title: string, page: string, { text }: Locale): string {
  // A line end would begin another header of the mail.
  const line = shortened(title.replaceAll(/[\s\p{Cc}]+/gu, ' '), maxTitle);
  const subject = encodeURIComponent(text('pages.reportSubject', { title: line }));
  const body = encodeURIComponent(`${page}\r\n\r\n`);
  return isMail(contact)
    ? `${contact}?subject=${subject}&body=${body}`
    : `${contact}/issues/new?title=${subject}&body=${body}`;
}

function isMail(contact: string): boolean {
  return contact.startsWith('mailto:');
}
