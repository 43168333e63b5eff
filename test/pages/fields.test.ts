// Fields: what learners choose a course by, on its page in the words of its readers, as properties of schema.org, and nowhere in the interface.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { runBuild, type Chosen } from '../build/run.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { inFolder, snapshot, writeFiles } from '../helpers/folders.ts';
import { pageFields, type PageField } from '../../src/catalog/fields.ts';
import { modeOf } from '../../src/catalog/course-modes.ts';
import { linkhashOf } from '../../src/catalog/course.ts';
import { localeOf } from '../../src/text/locales/locales.ts';
import { localeTags, type LocaleTag } from '../../src/text/locales/tags.ts';
import { firstBlockIn } from './harvester.ts';

const linkurl = 'https://a.example/1';
const known = {
  level: 'beginner',
  price: '49.90 EUR',
  duration: 'PT10H30M',
  workload: '2–3 hours per week',
  format: ['online', 'self-paced'],
  start_date: '2027-03-01T00:30:00+02:00',
  end_date: '2027-04-01',
  image: 'https://img.example:8443/optics.png?w=1&h=2',
  prerequisites: 'none',
  subtitles: 'English',
  audience: 'teachers',
};

/** Builds a catalog of one course with these fields. */
async function build(folder: string, found: object, locale: LocaleTag = 'en', chosen: Partial<Chosen> = {}) {
  const course = {
    id: 1,
    title: 'Optics',
    linkurl,
    provider: 1,
    language: 'English',
    date_published: '2024-05-28',
    ...found,
  };
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  writeFiles(data, {
    'providers.json': '[{"id": 1, "name": "Uni"}]',
    'categories.json': '[]',
    'courses.json': JSON.stringify([course]),
  });
  await runBuild({ data, out, chosen: { pages: true, locale, ...chosen } });
  const page = readFileSync(join(out, 'courses', linkhashOf(linkurl), 'index.html'), 'utf8');
  const details = [...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gsu)].map(([, label, value = '']) => [
    label,
    value
      .replaceAll(/<\/li><li>/gu, '; ')
      .replaceAll(/<[^>]*>/gu, '')
      .replaceAll('\u00a0', ' '),
  ]);
  return { page, details: Object.fromEntries(details), out };
}

describe('the page of a course', () => {
  it('shows fields in words', async ({ folder }) => {
    const { details } = await build(folder, known);
    expect(details).toMatchObject({
      Level: 'Beginner',
      Price: '€49.90',
      Duration: '10 hours, 30 minutes',
      Workload: '2–3 hours per week',
      Format: 'Online; Self-paced',
      Start: 'March 1, 2027',
      End: 'April 1, 2027',
      Prerequisites: 'none',
      Subtitles: 'English',
      'For whom': 'teachers',
    });
  });

  it.for([
    [
      'es',
      { Nivel: 'Principiante', Precio: '49,90 €', Duración: '10 horas y 30 minutos', Inicio: '1 de marzo de 2027' },
    ],
    [
      'de',
      {
        Preis: '49,90 €',
        Untertitel: 'Englisch',
        Format: 'Online; Im eigenen Tempo',
        Dauer: '10 Stunden, 30 Minuten',
        Beginn: '1. März 2027',
      },
    ],
  ] as const)('does so in the language of the pages: %s', async ([locale, expected], { folder }) => {
    expect((await build(folder, known, locale)).details).toMatchObject(expected);
  });

  it('calls a price of 0 free, in every language', async ({ folder }) => {
    for (const tag of localeTags) {
      const { details } = await build(folder, { price: tag === 'en' ? 0 : '0.00 EUR' }, tag);
      expect(details[pageFields.price.labels[tag]]).toMatch(/^\p{L}+$/u);
    }
  });

  it('shows parts of hours, and a text that is no duration as it stands', async ({ folder }) => {
    expect((await build(folder, { duration: 'PT1.5H', workload: 'PT99999999H' })).details).toMatchObject({
      Duration: '1.5 hours',
      Workload: 'PT99999999H',
    });
  });

  it('leaves out what is empty or null', async ({ folder }) => {
    const { details } = await build(folder, { level: null, duration: '', format: ['', ' '], audience: '  ' });
    expect(Object.keys(details)).toEqual(['Language', 'Provider', 'Published']);
  });

  it('shows texts that look like markup as they are, and cuts what is too long', async ({ folder }) => {
    const text = `</script><b onclick="alert(1)">${'long '.repeat(100_000)}`;
    const { page } = await build(folder, { level: text, format: Array.from({ length: 1000 }, (_, at) => `<i>${at}`) });
    expect(page).not.toMatch(/<b |<i>/u);
    expect(page).toContain('&lt;/script&gt;');
    expect(page).toContain('and 900 more');
  });

  it('shows the picture, and lets the page load it from its server alone', async ({ folder }) => {
    const { page, details } = await build(folder, known);
    expect(page).toContain('<img class="picture" src="https://img.example:8443/optics.png?w=1&amp;h=2" alt=""');
    expect(page).toContain('img-src &#39;self&#39; data: https://img.example:8443; font-src');
    expect(details).not.toHaveProperty('Picture');
    expect((await build(folder, {})).page).toContain('img-src &#39;self&#39; data:; font-src');
  });

  it('states them as schema.org has them, for harvesters', async ({ folder }) => {
    const { page } = await build(folder, known);
    expect(JSON.parse(firstBlockIn(page) ?? '')).toMatchObject({
      educationalLevel: 'beginner',
      isAccessibleForFree: false,
      offers: { '@type': 'Offer', price: 49.9, priceCurrency: 'EUR', category: 'Paid' },
      timeRequired: 'PT10H30M',
      hasCourseInstance: {
        '@type': 'CourseInstance',
        courseWorkload: '2–3 hours per week',
        courseMode: ['online', 'self-paced'],
        startDate: '2027-03-01',
        endDate: '2027-04-01',
      },
      image: known.image,
      coursePrerequisites: 'none',
      audience: { '@type': 'EducationalAudience', educationalRole: 'teachers' },
    });
    const free: unknown = JSON.parse(
      firstBlockIn((await build(folder, { price: 0, duration: 'two weeks' })).page) ?? '',
    );
    expect(free).toMatchObject({ isAccessibleForFree: true, offers: { price: 0, category: 'Free' } });
    expect(free).not.toHaveProperty('timeRequired');
  });

  it('has a number where a field is one, also where a price is large', async ({ folder }) => {
    const credits: PageField = { ...pageFields.level, kind: 'number', schemaOrg: 'numberOfCredits' };
    const forFamilies: PageField = { ...pageFields.level, kind: 'yes-no', schemaOrg: 'isFamilyFriendly' };
    const found = { credits: '4.50', for_families: 'no', price: '999999999.125 KWD' };
    const { page } = await build(folder, found, 'en', {
      fields: { ...pageFields, credits, for_families: forFamilies },
    });
    expect(JSON.parse(firstBlockIn(page) ?? '')).toMatchObject({
      numberOfCredits: 4.5,
      isFamilyFriendly: false,
      offers: { price: 999_999_999.125, priceCurrency: 'KWD' },
    });
  });

  it.each([
    ['on-site', 'onsite'],
    ['Vor Ort', 'onsite'],
    ['Presencial', 'onsite'],
    ['混合式', 'blended'],
    ['Präsenz', 'onsite'],
    ['En présentiel', 'onsite'],
    ['face-to-face', 'onsite'],
    [
      ['In person', 'Hybrid', 'En ligne'],
      ['onsite', 'blended', 'online'],
    ],
    [
      ['Online', 'ONLINE', 'Self-paced'],
      ['online', 'Self-paced'],
    ],
    ['scheduled', 'scheduled'],
    ['Abendkurs', 'Abendkurs'],
  ])('says %j as %j, the word of schema.org if there is one', async (format, mode) => {
    await inFolder(async (folder) => {
      const { page } = await build(folder, { format });
      expect(JSON.parse(firstBlockIn(page) ?? '')).toMatchObject({ hasCourseInstance: { courseMode: mode } });
    });
  });
});

it.for(localeTags)('a mode is known by the word of the pages: %s', (tag) => {
  const modes = ['online', 'on-site', 'blended'] as const;
  expect(modes.map((mode) => modeOf(localeOf(tag).text(`value.${mode}`)))).toEqual(modes);
});

it('the interface is the same bytes with and without fields, and so are all files but pages, feeds, the calendar, the files of filters and the digest', async ({
  folder,
}) => {
  const bare = await build(join(folder, 'bare'), {});
  const rich = await build(join(folder, 'rich'), known);
  const before = snapshot(bare.out);
  const changed = Array.from(snapshot(rich.out)).filter(([path, bytes]) => before.get(path) !== bytes);
  const ofFields =
    /^(?:|\.nojekyll|build\.json|courses\.ics|index\.html|feed\..*|(?:courses|feeds|languages|providers|search)\/.*)$/u;
  expect(changed.map(([path]) => path).filter((path) => !ofFields.test(path))).toEqual([]);
  const row = readFileSync(join(rich.out, 'courses/index.html'), 'utf8');
  expect(row).toContain(
    '<p class="labels"><span class="label"><bdi>€49.90</bdi></span> <span class="label"><bdi>Beginner</bdi></span>',
  );
});

describe('check', () => {
  const check = async (folder: string, header: string, row: string) => {
    writeFiles(folder, {
      'providers.json': '[{"id": 1, "name": "Uni"}]',
      'categories.json': '[]',
      'courses.csv': `id,title,linkurl,provider,language,date_published,${header}\n1,Optics,${linkurl},1,English,2024-05-28,${row}\n`,
    });
    return courseCatalog(['check', '--data', folder]);
  };

  it('accepts fields in CSV, with several texts in a cell', async ({ folder }) => {
    const cells = Object.values(known).map((value) => [value].flat().join(';'));
    expect(await check(folder, Object.keys(known).join(','), cells.join(','))).toMatchObject({ exitCode: 0 });
  });

  it('warns of a time of day in a day, and pages show the day where the course is held', async ({ folder }) => {
    const start = '2027-03-28T23:30-05:00';
    const { stdout, stderr, exitCode } = await check(folder, 'start_date', start);
    expect(exitCode).toBe(0);
    expect(stdout + stderr).toContain(
      'warning course 1: "start_date" has a time of day, which nothing shows: "2027-03-28T23:30-05:00"',
    );
    expect((await build(join(folder, 'site'), { start_date: start })).details).toMatchObject({
      Start: 'March 28, 2027',
    });
  });

  it('takes a blank day for none, and a padded one for a day, beside an error as well', async ({ folder }) => {
    const found = { start_date: '  2027-03-01', end_date: '', date_modified: ' ', price: '50 euros' };
    await expect(build(folder, found)).rejects.toThrow('"price"');
    const { stdout, stderr } = await courseCatalog(['check', '--data', join(folder, 'data')]);
    expect(stdout + stderr).toContain('"price" is the text "50 euros"');
    expect(stdout + stderr).toContain('1 error\n');
    expect(stdout + stderr).not.toMatch(/start_date|end_date|date_modified/u);
  });

  it.for([
    ['price', '50 euros', 'what the course costs: 0, or an amount with a currency such as "49.90 EUR"'],
    ['price', '10 MIN', 'what the course costs: 0, or an amount with a currency such as "49.90 EUR"'],
    ['price', '49.90', 'what the course costs: 0, or an amount with a currency such as "49.90 EUR"'],
    ['price', '0595 EUR', 'what the course costs: 0, or an amount with a currency such as "49.90 EUR"'],
    ['start_date', 'next week', 'the day on which the course begins: a text such as "2024-05-28"'],
    ['lavel', 'beginner', 'did you mean level?'],
  ] as const)('refuses %s %s, and says what it takes', async ([field, value, says], { folder }) => {
    const { exitCode, stderr } = await check(folder, field, value);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(says);
  });
});
