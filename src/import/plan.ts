// The plan of an import: which ids its records have, and which lines its files get. Nothing is written here.
import type { Kind } from '../source/find.ts';
import type { Source } from './format.ts';
import type { Converted } from './convert.ts';
import type { Draft } from './draft.ts';
import { ownFiles, type Holdings } from './holdings.ts';
import { assignIds } from './ids.ts';
import { parseJson } from './json.ts';
import type { Ledger } from './ledger.ts';
import { planCategories, planProviders, type Given } from './plan-references.ts';
import type { Remarks } from './remarks.ts';
import { fieldOf } from './rows.ts';

/** A course in a plan. */
export interface PlannedCourse {
  readonly id: number;
  readonly title: string;
  readonly linkurl: string;
  /** Where it stands in the source; for one that is gone, in the file of the import. */
  readonly place: string;
}

export interface PlannedFile {
  readonly kind: Kind;
  readonly path: string;
  readonly lines: readonly string[];
}

export interface Plan {
  readonly read: number;
  readonly added: readonly PlannedCourse[];
  readonly changed: readonly PlannedCourse[];
  readonly same: number;
  readonly gone: readonly PlannedCourse[];
  /** Whether those that are gone are removed. */
  readonly prunes: boolean;
  /** Files to be written; one of the import that is not among them is removed. */
  readonly files: readonly PlannedFile[];
  /** The place in the source of each line of the course file. */
  readonly places: readonly string[];
  readonly ledger: Pick<Ledger, 'providers' | 'categories' | 'courses'>;
}

/** What a plan needs of a source besides its records. */
export interface SourceFacts extends Pick<Source, 'day' | 'isWhole'> {
  readonly catalog: Source['catalog'];
  /** Records that were read. */
  readonly read: number;
}

export interface PlanOptions {
  readonly name: string;
  readonly prune: boolean;
}

/** Plans an import. */
export function planImport(
  converted: Converted,
  source: SourceFacts,
  holdings: Holdings,
  given: Given,
  { name, prune }: PlanOptions,
  remarks: Remarks,
): Plan {
  const prunes = prune && source.isWhole;
  const providers = planProviders(converted.providers, holdings, given, prunes, remarks);
  const categories = planCategories(converted.categories, holdings, given, prunes, remarks);
  const own = ownFiles(name);
  const drafts = converted.drafts.filter((draft) => {
    const file = holdings.elsewhere.get(draft.linkurl);
    if (file !== undefined) remarks.add('leftOut', 'kept in another file', draft.place, file);
    return file === undefined;
  });
  const ids = assignIds(drafts, given.courses, holdings.ids.courses, remarks);
  const days = new Map(given.courses.map(([id, , , day]) => [id, day]));
  const lines = new Map<number, { line: string; course: PlannedCourse }>();
  const added: PlannedCourse[] = [];
  const changed: PlannedCourse[] = [];
  for (const [at, draft] of drafts.entries()) {
    const id = ids[at] ?? 0;
    if (draft.date === undefined && (days.get(id) ?? null) === null) {
      days.set(id, source.day);
      remarks.add('guessed', `no date: the day on which the source first named it, ${source.day}`, draft.place);
    }
    const course = { id, title: draft.title, linkurl: draft.linkurl, place: draft.place };
    const line = lineOf(draft, id, draft.date ?? days.get(id) ?? source.day, providers.ids, categories.ids);
    const before = holdings.lines.get(id);
    if (before === undefined) added.push(course);
    else if (before.toString() !== line) changed.push(course);
    lines.set(id, { line, course });
  }
  const same = lines.size - added.length - changed.length;
  const addresses = new Map(given.courses.map(([id, linkurl]) => [id, linkurl]));
  const gone = [...holdings.lines].flatMap(([id, bytes]) => {
    const linkurl = addresses.get(id) ?? '';
    if (lines.has(id) || holdings.elsewhere.has(linkurl)) return [];
    const line = bytes.toString();
    const course = { id, title: titleIn(line), linkurl, place: own.courses };
    if (!prunes) lines.set(id, { line, course });
    return [course];
  });
  const sorted = [...lines].toSorted(([a], [b]) => a - b).map(([, one]) => one);
  const courses = new Map(given.courses.map((row) => [row[0], row]));
  for (const [at, draft] of drafts.entries()) {
    const id = ids[at] ?? 0;
    courses.set(id, [id, draft.linkurl, draft.key ?? null, draft.date === undefined ? (days.get(id) ?? null) : null]);
  }
  return {
    read: source.read,
    added,
    changed,
    same,
    gone,
    prunes,
    files: [
      ...fileOf('providers', own.providers, providers.lines, holdings),
      ...fileOf('categories', own.categories, categories.lines, holdings),
      ...languageFile(own.languages, drafts, source, holdings, prunes),
      { kind: 'courses', path: own.courses, lines: sorted.map(({ line }) => line) },
    ],
    places: sorted.map(({ course }) => course.place),
    ledger: { providers: providers.given, categories: categories.given, courses: [...courses.values()] },
  };
}

function titleIn(line: string): string {
  const title = fieldOf(parseJson(line), 'title');
  return typeof title === 'string' ? title : '';
}

/** A file without records is only written where no other file holds records of its kind. */
function fileOf(kind: Kind, path: string, lines: readonly string[], { source }: Holdings): PlannedFile[] {
  const head = kind === 'categories' ? ['id,name,parent'] : [];
  const isNeeded = lines.length > 0 || !source.files.some((file) => file.kind === kind);
  return isNeeded ? [{ kind, path, lines: [...head, ...lines] }] : [];
}

function languageFile(
  path: string,
  drafts: readonly Draft[],
  source: SourceFacts,
  holdings: Holdings,
  prunes: boolean,
): PlannedFile[] {
  const unused = source.catalog?.languages;
  if (holdings.languages === null && unused === undefined) return [];
  const allowed = new Set(holdings.languages);
  const before = prunes ? [] : (holdings.references.languages ?? []);
  const others = holdings.languages === null ? holdings.used.languages : [];
  const names = new Set([...drafts.flatMap(({ language }) => language), ...(unused ?? []), ...before, ...others]);
  const lines = [...names]
    .filter((name) => !allowed.has(name))
    .toSorted()
    .map((name) => JSON.stringify({ name }));
  return lines.length > 0 ? [{ kind: 'languages', path, lines }] : [];
}

function lineOf(
  draft: Draft,
  id: number,
  date: string,
  providers: ReadonlyMap<string, number>,
  categories: ReadonlyMap<string, number>,
): string {
  const { title, linkurl, language, description, tags, author, catalog_id } = draft;
  return JSON.stringify({
    id,
    title,
    linkurl,
    provider: providers.get(draft.provider) ?? 0,
    language,
    date_published: date,
    description: description || undefined,
    tags: tags || undefined,
    author: author || undefined,
    categories: draft.categories.length > 0 ? draft.categories.map((key) => categories.get(key) ?? 0) : undefined,
    catalog_id,
  });
}
