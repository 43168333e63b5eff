// The day of publication. The timestamp has no time zone, so the day is the same everywhere.

export function PublishedOn({ date }: { date: string }) {
  return <time dateTime={date.slice(0, 'YYYY-MM-DD'.length)}>{dayOf(date)}</time>;
}

function dayOf(date: string): string {
  const day = new Date(`${date.slice(0, 'YYYY-MM-DD'.length)}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return date;
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(day);
}
