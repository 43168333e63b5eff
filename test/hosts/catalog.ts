// The catalog for tests of hosts: small, with a list of every kind.

/** Courses per page of its builds, so that its longest list has twelve pages and one with a foreign name has four. */
export const pageSize = 2;

const providers = [
  { id: 1, name: 'Delft', external_id: 'crmid:12' },
  { id: 2, name: 'Universitetet i Oslo', external_id: '77' },
  { id: 3, name: 'Nobody' },
];

const categories = [
  {
    id: 10,
    name: 'Engineering',
    children: [
      { id: 11, name: 'Electronics', children: [{ id: 13, name: 'Circuits' }] },
      { id: 12, name: 'Energy / power' },
    ],
  },
  { id: 20, name: 'Arts' },
];

const courses = Array.from({ length: 24 }, (_, at) => ({
  id: at + 1,
  // Long enough that its pages are worth compressing.
  title: `Course ${at + 1} `.repeat(60).trim(),
  linkurl: `https://courses.example/${at + 1}`,
  provider: at % 2 === 0 ? 1 : 2,
  language: ['English', ...(at % 3 === 0 ? ['Español'] : []), ...(at === 23 ? ['中文'] : [])],
  date_published: `2024-05-${String(at + 1).padStart(2, '0')}`,
  author: at % 4 === 0 ? '' : 'Ada Lovelace; Kari Nordmann',
  categories: [[10], [11, 20], [13], []][at % 4],
  catalog_id: at % 5 === 0 ? null : 9000 + at,
}));

/** Its source files. */
export const catalogFiles: Readonly<Record<string, string>> = {
  'providers.json': JSON.stringify(providers),
  'categories.json': JSON.stringify(categories),
  'courses.json': JSON.stringify(courses),
};

/** The source files of a catalog whose courses are all in each of these languages. */
export function catalogIn(language: readonly string[], count: number): Record<string, string> {
  const course = { provider: 1, language, date_published: '2024-05-01' };
  // Long enough that its page is worth compressing.
  const title = 'Course '.repeat(200).trim();
  const records = Array.from({ length: count }, (_, at) => ({ ...course, id: at + 1, title, linkurl: `${at}` }));
  return {
    'providers.json': JSON.stringify([{ id: 1, name: 'Delft' }]),
    'categories.json': '[]',
    'courses.ndjson': records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  };
}
