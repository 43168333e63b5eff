// The calendar of the courses that begin, as the parser of a calendar program reads it; and the pages that link to it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect } from 'vitest';
import { renderCalendar } from '../../src/outputs/calendar/render.ts';
import { decodeReferences } from '../../src/text/character-references.ts';
import { visit } from '../browser/chromium.ts';
import { isChromiumMissing, neededForChromium } from '../browser/program.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { plainCourse } from '../build/small-catalog.ts';
import { it } from '../helpers/fixture.ts';
import { filesIn, writeFiles } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { linkhashOf } from '../../src/catalog/course.ts';
import { anyCourse, anyText } from '../feeds/courses.ts';
import { siteInTest } from '../preview/site.ts';

const baseUrl = 'https://catalog.example/open';
const pageOf = (id: number) => `${baseUrl}/courses/${linkhashOf(`https://example.org/${id}`)}/`;

const sourceOf = (courses: readonly object[]) => ({
  'providers.json': '[{"id":1,"name":"One"}]',
  'categories.json': '[{"id":1,"name":"Art, Music","children":[{"id":2,"name":"Jazz; Blues"}]}]',
  'courses.json': JSON.stringify(courses),
});

/** Builds these courses; the changes that it made. */
async function build(folder: string, courses: readonly object[], chosen: Partial<Chosen> = {}) {
  const out = join(folder, 'dist');
  writeFiles(join(folder, 'data'), sourceOf(courses));
  const { changes } = await runBuild({
    data: join(folder, 'data'),
    out,
    chosen: { baseUrl, pages: true, title: 'Evening school', ...chosen },
  });
  return { out, changes, calendar: () => readFileSync(join(out, 'courses.ics'), 'utf8') };
}

/** Every property of every event, by its name. */
function eventsIn(calendar: string): Record<string, unknown>[] {
  return new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent').map((event) =>
    Object.fromEntries(
      event.getAllProperties().map((property) => {
        const values = property.getValues().map(String);
        return [property.name, values.length === 1 ? values[0] : values];
      }),
    ),
  );
}

describe('the calendar', () => {
  it('has the courses whose start is known, in the order of their starts, as events of whole days', async ({
    folder,
  }) => {
    const { calendar } = await build(folder, [
      plainCourse(1, { start_date: '2027-03-01T09:00:00+02:00', end_date: '2027-03-31', date_published: '2024-05-28' }),
      plainCourse(2, {
        title: 'Caf&eacute;s, bars; pubs',
        description: `<p>One</p><p>${'two '.repeat(200)}</p>`,
        categories: [1, 2],
        start_date: '2027-02-28',
        date_published: '2024-05-28T10:11:12.5',
      }),
      plainCourse(3),
      plainCourse(4, { start_date: '2027-04-02', end_date: '2027-04-01' }),
      plainCourse(5, { start_date: '2027-04-03', end_date: '9999-12-31' }),
    ]);
    const [second, first, ...others] = eventsIn(calendar());
    expect(first).toEqual({
      uid: `${linkhashOf('https://example.org/1')}@catalog.example`,
      dtstamp: '2024-05-28T00:00:00Z',
      dtstart: '2027-03-01',
      dtend: '2027-04-01',
      summary: 'Course 1',
      description: pageOf(1),
      url: pageOf(1),
      transp: 'TRANSPARENT',
    });
    expect(second).toMatchObject({ dtstamp: '2024-05-28T10:11:12Z', dtstart: '2027-02-28' });
    expect(second).toMatchObject({
      summary: 'Cafés, bars; pubs',
      categories: ['Art, Music', 'Art, Music/Jazz; Blues'],
    });
    expect(second?.['description']).toMatch(/^One\n\n(?:two )+(?:t|tw|two)?…\n\nhttps:\/\/\S+$/u);
    expect(second).not.toHaveProperty('dtend');
    // An end before the start, and one after which there is no day, is no end of an event.
    expect(others.map(({ dtstart, dtend }) => [dtstart, dtend])).toEqual([
      ['2027-04-02', undefined],
      ['2027-04-03', undefined],
    ]);
    expect(new ICAL.Component(ICAL.parse(calendar())).getFirstPropertyValue('x-wr-calname')).toBe('Evening school');
  });

  it('has a thousand at most: those that begin next after the newest day of publication, and the last ones before', async ({
    folder,
  }) => {
    const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10);
    const startsOf = async (newest: string) => {
      const courses = Array.from({ length: 1020 }, (_, index) =>
        plainCourse(index + 1, { start_date: day(index), date_published: index === 0 ? newest : '2019-01-01' }),
      );
      const { calendar } = await build(folder, courses, { coursePages: false });
      return eventsIn(calendar()).map(({ dtstart }) => dtstart);
    };
    const from = (first: number) => Array.from({ length: 1000 }, (_, index) => day(first + index));
    expect(await startsOf(day(10))).toEqual(from(10));
    expect(await startsOf(day(1000))).toEqual(from(20));
  });

  it('holds every text, in lines of no more than 75 bytes, whatever the texts are', () =>
    forAll(100, [fc.array(anyCourse), anyText], (courses, title) => {
      const events = courses.map((course) => ({ course, begin: { start: '2027-01-01', end: '', changed: '' } }));
      const calendar = renderCalendar(events, { title, baseUrl, coursePages: true });
      expect(calendar).toMatch(/^(?:[^\r\n]+\r\n)+$/u);
      for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      const found = eventsIn(calendar);
      expect(found.map(({ summary }) => summary)).toEqual(courses.map((one) => shown(decodeReferences(one.title))));
    }));
});

it('the event of a course has the time of its last change in the journal, and stays as it is without a change', async ({
  folder,
}) => {
  const course = plainCourse(1, { start_date: '2027-03-01' });
  const { calendar } = await build(folder, [course], { journal: true });
  expect(eventsIn(calendar())).toMatchObject([{ dtstamp: '2026-11-23T09:00:00Z' }]);
  const { changes } = await build(folder, [course, plainCourse(2)], { journal: true });
  expect([...changes.added, ...changes.changed]).not.toContain('courses.ics');
});

describe.skipIf(isChromiumMissing)(`the front page${neededForChromium}`, () => {
  it('leads to the calendar beside the feeds, which the preview sends as one', async () => {
    const data = sourceOf([plainCourse(1, { start_date: '2027-03-01' })]);
    const { url } = await siteInTest({ data, chosen: { pages: true } });
    const { page } = await visit(url);
    const link = page.locator('footer a[href="courses.ics"]');
    expect(await link.innerText()).toBe('Calendar of starts');
    const sent = await fetch(new URL('courses.ics', url));
    expect(sent.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(eventsIn(await sent.text())).toMatchObject([{ dtstart: '2027-03-01' }]);
    const { url: other } = await siteInTest({ data: sourceOf([plainCourse(1)]), chosen: { pages: true } });
    const { page: without } = await visit(other);
    expect(await without.locator('footer a[href="feed.xml"]').count()).toBe(1);
    expect(await without.locator('a[href="courses.ics"]').count()).toBe(0);
  });
});

describe('a catalog', () => {
  it('has a calendar only while a course has a start, and only then do the front page and that of all courses link to it', async ({
    folder,
  }) => {
    const begins = plainCourse(1, { start_date: '2027-03-01' });
    const without = await build(folder, [plainCourse(1)]);
    expect(filesIn(without.out).filter((path) => path.endsWith('.ics'))).toEqual([]);
    expect(pagesThatLink(without.out)).toEqual([]);
    expect((await build(folder, [begins])).changes.added).toContain('courses.ics');
    expect(pagesThatLink(without.out)).toEqual(['courses/index.html', 'index.html']);
    expect((await build(folder, [begins])).changes).toEqual({ added: [], changed: [], removed: [] });
    expect((await build(folder, [plainCourse(1)])).changes.removed).toContain('courses.ics');
    expect(pagesThatLink(without.out)).toEqual([]);
    expect(existsSync(join(without.out, 'courses.ics'))).toBe(false);
  });

  it('may have a calendar of its own in its place', async ({ folder }) => {
    writeFiles(folder, { 'public/courses.ics': 'mine' });
    const { calendar } = await build(folder, [plainCourse(1, { start_date: '2027-03-01' })]);
    expect(calendar()).toBe('mine');
  });

  it('has none without the pages for people, like the feeds', async ({ folder }) => {
    const { out } = await build(folder, [plainCourse(1, { start_date: '2027-03-01' })], { pages: false });
    expect([existsSync(join(out, 'feed.xml')), existsSync(join(out, 'courses.ics'))]).toEqual([false, false]);
    expect(pagesThatLink(out)).toEqual([]);
  });
});

/** The pages with a link to the calendar in their heads and another for people. */
function pagesThatLink(out: string): string[] {
  const count = (page: string, pattern: RegExp) => page.match(pattern)?.length;
  return filesIn(out).filter((path) => {
    if (!path.endsWith('.html')) return false;
    const page = readFileSync(join(out, path), 'utf8');
    if (!page.includes('courses.ics')) return false;
    expect(
      count(page, /<link rel="alternate" type="text\/calendar" title="[^"]+" href="(?:\.\.\/)?courses\.ics">/gu),
    ).toBe(1);
    expect(count(page, /<a href="(?:\.\.\/)?courses\.ics">/gu)).toBe(1);
    return true;
  });
}

/** The text without the characters that a calendar cannot have. */
function shown(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '');
}
