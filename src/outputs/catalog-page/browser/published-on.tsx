// The day of publication. The timestamp has no time zone, so the day is the same everywhere.

import { locale } from './locale.ts';

export function PublishedOn({ date }: { date: string }) {
  return <time dateTime={date.slice(0, 'YYYY-MM-DD'.length)}>{locale().date(date)}</time>;
}
