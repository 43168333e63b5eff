// A catalog with the traits of large real ones: 41 languages in their own scripts, hundreds of providers and categories of very unequal sizes,
// deep trees, equal titles, entities and markup, texts from right to left, courses of several languages, and courses with hardly a field.
import { join } from 'node:path';
import { integer, pick, pickEarly, randomStream, shuffled, zipf, type Random } from '../../scripts/catalog/random.ts';
import { writeFiles } from './folders.ts';
import { shared } from './shared.ts';
import { languages, scripts, subjects, topics, type Language } from './varied-words.ts';

/** What there is of everything, which tests may count on. */
export const variedCounts = { courses: 3000, providers: 400, categories: 246, languages: 41 };

/** The folder of its source, which is written once per run. */
export function variedCatalog(): Promise<string> {
  return shared('varied catalog', async (folder) => {
    const data = join(folder, 'data');
    const { courses, ...others } = makeCatalog();
    const lists = Object.entries(others).map(([kind, records]) => [`${kind}.json`, JSON.stringify(records)]);
    const lines = courses.map((course) => `${JSON.stringify(course)}\n`);
    writeFiles(data, { ...Object.fromEntries(lists), 'courses.ndjson': lines.join('') });
    return data;
  });
}

interface Category {
  readonly id: number;
  readonly name: string;
  readonly children: readonly Category[];
}

function makeCatalog() {
  const random = randomStream(1, 0);
  const categories = makeCategories();
  const every = categories.flatMap(withDescendants);
  const providers = Array.from({ length: variedCounts.providers }, (_, at) => {
    const name = at === 0 ? 'videos.example' : `${nameOf(random, at % 9 === 0 ? 'chinese' : 'latin')}.example`;
    return {
      id: at + 1,
      name: at % 50 === 1 ? `(${name}) & Söhne` : name,
      ...(at % 3 === 0 && { url: `https://${at}.example/` }),
    };
  });
  const small = zipf(providers.slice(1), 1);
  // Each provider has a course, and the first has most of them.
  const order = shuffled(
    random,
    Array.from({ length: variedCounts.courses }, (_, at) => at),
  );
  const providerOf = (at: number) => providers[order[at] ?? 0] ?? (random() < 0.82 ? providers[0] : small(random));
  // Courses are published in batches.
  const dates = Array.from({ length: 400 }, () => dateOf(random));
  const courses = languages
    .flatMap((language) => Array.from({ length: language.courses }, (_, number) => ({ language, number })))
    .map(({ language, number }, at) => {
      const id = at + 1;
      const topic = random() < 0.15 ? 'Python' : pickEarly(random, topics);
      const title = language.titles[number] ?? `${pick(random, language.titles)}${endOfTitle(random, language)}`;
      const other = random() < 0.01 ? pickEarly(random, languages) : language;
      const fields = {
        description: descriptionOf(random, language),
        tags: random() < 0.5 ? '' : shuffled(random, topics).slice(0, 2).join(', '),
        author: random() < 0.1 ? '' : authorOf(random, language),
      };
      return {
        id,
        title: title.replace('%', () => topic),
        ...(random() < 0.05 ? {} : fields),
        provider: providerOf(at)?.id,
        language: [...new Set([language.name, other.name])],
        date_published: pickEarly(random, dates),
        linkurl: `https://videos.example/list?id=${id}${random() < 0.1 ? '#über' : ''}`,
        categories: categoriesOf(random, language, topic, every),
      };
    });
  return { providers, categories, courses };
}

/** The trees, and for each language some topics at the top. */
function makeCategories(): Category[] {
  let id = 0;
  const tokens = subjects.match(/[()|]|[^()|]+/gu) ?? [];
  const level = (): Category[] => {
    const found: { id: number; name: string; children: Category[] }[] = [];
    for (let token = tokens.shift(); token !== undefined && token !== ')'; token = tokens.shift()) {
      if (token === '(') found.at(-1)?.children.push(...level());
      else if (token !== '|') found.push({ id: (id += 1), name: token.trim(), children: [] });
    }
    return found;
  };
  const trees = level();
  const ofLanguages = languages.flatMap(({ name, courses }) =>
    topics.slice(0, courses > 10 ? 7 : 2).map((topic) => ({ id: (id += 1), name: `${topic} (${name})`, children: [] })),
  );
  return [...trees, ...ofLanguages];
}

function withDescendants(category: Category): Category[] {
  return [category, ...category.children.flatMap(withDescendants)];
}

function categoriesOf(random: Random, language: Language, topic: string, every: readonly Category[]): number[] {
  const ids = new Set<number>();
  const add = (name: string) => {
    const found = every.find((category) => category.name === name);
    if (found) ids.add(found.id);
  };
  if (language.name === 'Spanish' && random() < 0.3) add('Bases de Datos');
  if (random() < 0.3) add('Algorithms & Data Structures');
  if (random() < 0.5) add(`${topic} (${language.name})`);
  const shown = every.filter(({ name }) => !name.includes(' (') && name !== 'Bases de Datos');
  while (random() < 0.35) ids.add(pickEarly(random, shown).id);
  return [...ids];
}

function endOfTitle(random: Random, { script }: Language): string {
  const form = random();
  if (form < 0.4) return '';
  return form < 0.5 ? ` ${integer(random, 2018, 2026)}` : ` – ${nameOf(random, script)}`;
}

function descriptionOf(random: Random, language: Language): string {
  const title = pick(random, language.titles).replace('%', () => pick(random, topics));
  if (random() < 0.5) return `${title} (${authorOf(random, language)})`;
  return `<p>${title}</p><ul><li>${pick(random, topics).replace('&', '&amp;')}</li><li>&lt;${nameOf(random, language.script)}&gt;&rlm;</li></ul>`;
}

function authorOf(random: Random, { script }: Language): string {
  const one = () => [nameOf(random, script), nameOf(random, script)].join(' ');
  const mark = script === 'arabic' && random() < 0.5 ? '&rlm;' : '';
  return random() < 0.15 ? `${one()}; ${one()}${mark}` : `${one()}${mark}`;
}

/** Two or three syllables. */
function nameOf(random: Random, script: Language['script']): string {
  const syllables = scripts[script].split(' ');
  const name = Array.from({ length: integer(random, 2, 3) }, () => pick(random, syllables)).join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Over thirteen years, most in the last few. */
function dateOf(random: Random): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${2026 - Math.floor(random() * random() * 13)}-${two(integer(random, 1, 12))}-${two(integer(random, 1, 28))}`;
  return random() < 0.2 ? day : `${day}T${two(integer(random, 0, 23))}:30:00`;
}
