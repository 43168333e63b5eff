// Owns the records of a generated catalog: providers, the category tree, courses.
import { description, slug, title } from './prose.ts';
import { integer, pick, type Random, randomStream, shuffled, zipf } from './random.ts';
import {
  familyNames,
  fieldNames,
  givenNames,
  institutions,
  languageScripts,
  places,
  type Script,
  subjectNames,
  tagNames,
} from './words.ts';

interface ProviderSource {
  id: number;
  name: string;
  external_id?: string;
}

interface CategorySource {
  id: number;
  name: string;
  children?: CategorySource[];
}

interface CourseSource {
  id: number;
  title: string;
  description?: string;
  tags?: string;
  provider: number;
  language: string | string[];
  date_published: string;
  linkurl: string;
  author?: string | string[];
  categories?: number[];
  catalog_id?: number | null;
}

/** Everything in a catalog except its courses, which are made one at a time. */
export interface CatalogPlan {
  providers: ProviderSource[];
  categories: CategorySource[];
  languages: string[];
  /** The course at an index of the catalog, from 0; calls are independent of each other. */
  course: (index: number) => CourseSource;
}

const providerStream = -1;
const categoryStream = -2;
const idStep = 3;
const meanDescription = 810;

/** Plans the catalog of a seed with this number of courses. */
export function planCatalog(courses: number, seed: number): CatalogPlan {
  const providers = makeProviders(randomStream(seed, providerStream), Math.max(10, Math.round(courses / 150)));
  const categories = makeCategories(randomStream(seed, categoryStream), courses);
  const pickers = makePickers(randomStream(seed, categoryStream - 1), providers, categories);
  return {
    providers,
    categories,
    languages: languageScripts.map(([name]) => name),
    course: (index) => makeCourse(randomStream(seed, index), index, pickers),
  };
}

interface Pickers {
  provider: (random: Random) => ProviderSource;
  language: (random: Random) => readonly [name: string, script: Script];
  /** One picker for each level of the tree, the top first. */
  categories: readonly ((random: Random) => number)[];
}

function makeProviders(random: Random, count: number): ProviderSource[] {
  let id = 0;
  return Array.from({ length: count }, () => {
    id += integer(random, 1, idStep);
    const name = pick(random, institutions).replace('%', pick(random, places));
    const form = random();
    if (form < 0.1) return { id, name };
    if (form < 0.3) return { id, name, external_id: '' };
    const number = String(integer(random, 1000, 99_999));
    return { id, name, external_id: form < 0.8 ? `crmid:${number}` : number };
  });
}

function makeCategories(random: Random, courses: number): CategorySource[] {
  const tops = Math.min(subjectNames.length, Math.max(4, Math.round(40 * (courses / 100_000) ** 0.15)));
  let lastId = 0;
  const node = (name: string, children: CategorySource[]): CategorySource => {
    lastId += integer(random, 1, idStep);
    return children.length === 0 && random() < 0.5 ? { id: lastId, name } : { id: lastId, name, children };
  };
  return subjectNames.slice(0, tops).map((subject) => {
    const fields = shuffled(random, fieldNames).slice(0, Math.min(fieldNames.length, Math.floor(random() ** 2 * 16)));
    return node(
      subject,
      fields.map((field) => {
        const deeper = random() < 0.06 ? integer(random, 1, 3) : 0;
        return node(
          field,
          Array.from({ length: deeper }, (_, index) => node(`${field} ${index + 1}`, [])),
        );
      }),
    );
  });
}

// Ranks are shuffled so that the popular ones are not the first of their file; the last of each kind stay without courses.
function makePickers(random: Random, providers: ProviderSource[], tops: CategorySource[]): Pickers {
  const ranked = shuffled(random, providers);
  const unused = Math.max(1, Math.floor(providers.length / 50));
  const below = (nodes: CategorySource[]) => nodes.flatMap(({ children = [] }) => children);
  const levels = [tops, below(tops), below(below(tops))].filter(({ length }) => length > 1);
  return {
    provider: zipf(ranked.slice(0, -unused), 1),
    language: zipf(languageScripts, 1.6),
    categories: levels.map((nodes) => {
      const ids = shuffled(
        random,
        nodes.map(({ id }) => id),
      );
      return zipf(ids.slice(0, -1), 0.8);
    }),
  };
}

function makeCourse(random: Random, index: number, pickers: Pickers): CourseSource {
  const id = index * idStep + integer(random, 1, idStep);
  const provider = pickers.provider(random);
  const [language, script] = pickers.language(random);
  const text = makeDescription(random, script);
  const tags = makeTags(random);
  const author = makeAuthor(random);
  const categories = makeCategoryIds(random, pickers);
  const catalogId = makeCatalogId(random);
  return {
    id,
    title: title(random, script),
    ...(text === undefined ? {} : { description: text }),
    ...(tags === undefined ? {} : { tags }),
    provider: provider.id,
    language: makeLanguage(random, language, pickers),
    date_published: makeDate(random),
    linkurl: makeLinkurl(random, id, provider.id),
    ...(author === undefined ? {} : { author }),
    ...(categories === undefined ? {} : { categories }),
    ...(catalogId === undefined ? {} : { catalog_id: catalogId }),
  };
}

function makeDescription(random: Random, script: Script): string | undefined {
  const form = random();
  if (form < 0.02) return undefined;
  if (form < 0.04) return '';
  // Many short ones, and a few long ones.
  const length = 150 - (meanDescription - 150) * Math.log(1 - random());
  return description(random, script, Math.min(length, 6000));
}

function makeTags(random: Random): string | undefined {
  const form = random();
  if (form < 0.4) return undefined;
  if (form < 0.7) return '';
  return shuffled(random, tagNames)
    .slice(0, integer(random, 1, 5))
    .join(', ');
}

function makeLanguage(random: Random, first: string, pickers: Pickers): string | string[] {
  const form = random();
  if (form < 0.3) return first;
  // Slightly above 8 %, since the second is sometimes the first again.
  if (form > 0.88) {
    const [second] = pickers.language(random);
    if (second !== first) return [first, second];
  }
  return [first];
}

function makeAuthor(random: Random): string | string[] | undefined {
  const form = random();
  if (form < 0.12) return undefined;
  if (form < 0.2) return '';
  if (form < 0.25) return [];
  const names = Array.from({ length: Math.ceil(random() ** 2 * 4) || 1 }, () => makeName(random));
  if (form < 0.6) return names;
  return names.join(form < 0.8 ? '; ' : '  ');
}

function makeName(random: Random): string {
  const given = pick(random, givenNames);
  const family = pick(random, familyNames);
  return random() < 0.2 ? `${family}, ${given}` : `${given} ${family}`;
}

function makeCategoryIds(random: Random, { categories }: Pickers): number[] | undefined {
  const form = random();
  if (form < 0.01) return undefined;
  if (form < 0.02) return [];
  const ids = new Set<number>();
  for (let left = Math.ceil(random() ** 2 * 3) || 1; left > 0; left--) {
    const chance = random();
    const level = chance < 0.12 ? 0 : chance < 0.94 ? 1 : 2;
    const picker = categories[level] ?? categories[0];
    if (picker !== undefined) ids.add(picker(random));
  }
  return [...ids];
}

function makeCatalogId(random: Random): number | null | undefined {
  const form = random();
  if (form < 0.5) return integer(random, 1, 9_999_999);
  return form < 0.8 ? null : undefined;
}

function makeDate(random: Random): string {
  const day = `${integer(random, 2004, 2024)}-${two(integer(random, 1, 12))}-${two(integer(random, 1, 28))}`;
  const form = random();
  if (form < 0.2) return day;
  const time = `${two(integer(random, 0, 23))}:${two(integer(random, 0, 59))}:${two(integer(random, 0, 59))}`;
  const digits = pick(random, [0, 0, 3, 6, 6, 1]);
  const fraction = digits === 0 ? '' : `.${String(integer(random, 0, 10 ** digits - 1)).padStart(digits, '0')}`;
  if (form < 0.7) return `${day}T${time}${fraction}`;
  return `${day}T${time}${fraction}${pick(random, ['Z', 'Z', '+00:00', '+02:00', '-05:00', '+05:30', '-09:30', '+13:45'])}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

// The address contains the course's id, so all are different.
function makeLinkurl(random: Random, id: number, provider: number): string {
  const name = slug(random);
  const form = random();
  if (form < 0.02) return `courses/${name}-${id}.html`;
  if (form < 0.04) return `https://provider${provider}.example.edu/курс/${name}/${id}`;
  if (form < 0.2) return `http://provider${provider}.example.edu/handle/123456789/${id}`;
  if (form < 0.3) return `https://provider${provider}.example.edu/view?course=${name}&id=${id}#about`;
  return `https://provider${provider}.example.edu/courses/${name}-${id}/`;
}
