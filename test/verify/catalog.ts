// A small catalog of a dynamic service: three pages in its longest lists, and a list that has a course twice.
import { createHash } from 'node:crypto';

export interface Course {
  readonly id: number;
  readonly title: string;
  readonly linkurl: string;
  readonly linkhash: string;
  readonly provider: number;
  readonly language: readonly string[];
  readonly author: string;
  readonly date_published: string;
  readonly catalog_id: number | null;
  readonly categories: readonly number[];
}

export const providers = [
  { id: 1, name: 'Delft', external_id: 'crmid:12' },
  { id: 2, name: 'Universitetet i Oslo', external_id: '77' },
  { id: 3, name: 'Nobody', external_id: '' },
] as const;

export const tree = [
  {
    id: 10,
    name: 'Engineering',
    children: [
      { id: 11, name: 'Electronics' },
      { id: 12, name: 'Energy / power' },
    ],
  },
  { id: 20, name: 'Arts', children: [] },
] as const;

/** Paths of the categories, by id. */
export const paths: Readonly<Record<number, string>> = {
  10: 'All/Engineering',
  11: 'All/Engineering/Electronics',
  12: 'All/Engineering/Energy / power',
  20: 'All/Arts',
};

const languages = [['English'], ['English', 'Norsk (bokmål)'], ['中文']];
const categories = [[11], [12, 20], [10], []];

export const courses: readonly Course[] = Array.from({ length: 12 }, (_, at) => {
  const linkurl = at === 0 ? 'ocw/første.html' : `https://courses.example/${at}`;
  return {
    id: 100 + at,
    title: `Course "${at}"`,
    linkurl,
    linkhash: createHash('md5').update(linkurl).digest('hex'),
    provider: at % 3 === 2 ? 2 : 1,
    language: languages[at % 3] ?? [],
    author: at % 2 === 0 ? '' : 'Ada Lovelace; Kari Nordmann',
    date_published: `2024-05-${String(10 + at)}T14:46:25.${at % 2 === 0 ? '5' : '123456'}`,
    catalog_id: at % 4 === 3 ? null : 9000 + at,
    categories: categories[at % 4] ?? [],
  };
});

/** The courses of a category, including those of its children. */
export function inCategory(id: number): Course[] {
  const ids = new Set<number>([id, ...(tree.find((top) => top.id === id)?.children.map((child) => child.id) ?? [])]);
  return courses.filter((course) => course.categories.some((one) => ids.has(one)));
}
