// Adds a course to a catalog: the order of work. Nothing is changed unless the whole catalog is valid with it.
import type { CatalogOptions } from '../../build/build-options.ts';
import type { CatalogSummary } from '../../results.ts';
import { problemAt, ProblemsError, type Finding, type Problem } from '../../text/problems.ts';
import { linkurlOddity, titleOddity } from '../../catalog/course-problems.ts';
import { courseFormat, freeFor, type CourseFormat } from '../../catalog/source/schema.ts';
import { removePart } from '../../storage/replace-file.ts';
import type { Lock } from '../../storage/lock.ts';
import { isWebAddress } from '../../text/web-address.ts';
import { readDate } from '../../catalog/date.ts';
import { dayExample, orderInNamed, typedDay } from '../../options/typed-day.ts';
import { cellValue } from '../../catalog/source/csv.ts';
import { quoteText } from '../../text/quote.ts';
import { unknownField } from '../../text/suggestions.ts';
import type { FieldValues } from '../append.ts';
import { LanguageNames } from '../values/languages.ts';
import { readExistingCatalog } from './existing-catalog.ts';
import { withIds, type AskName, type NewReference } from './references.ts';
import { lockSource, newFile, planFile, writeFiles, type NewRecords } from './write.ts';

export interface AddOptions extends Omit<CatalogOptions, 'threads'> {
  /** The file that takes the course; undefined for one that fits. */
  readonly into: string | undefined;
  /** Whether to add a provider and categories that the catalog does not have. */
  readonly new: boolean;
}

/** What is asked on a terminal; undefined where there is none. */
export interface Asking {
  readonly field: (field: string, whyInvalid: (text: string) => string | undefined) => Promise<string>;
  /** Asks for further fields at once: `level=beginner, price=0`; `whyInvalid` reads one of them. */
  readonly further: (whyInvalid: (field: string, text: string) => string | undefined) => Promise<FieldValues>;
  readonly name: AskName;
}

export interface Addition {
  readonly id: number;
  readonly title: string;
  readonly file: string;
  /** The provider and the categories that were added with it. */
  readonly references: readonly (NewReference & { readonly file: string })[];
  readonly summary: CatalogSummary;
  readonly warnings: readonly Problem[];
}

/** Where the fields of the course come from. */
export interface Giving {
  readonly values: FieldValues;
  /** Where a field was given, or could be, for messages. */
  readonly whereOf: (field: string) => string;
  readonly asking: Asking | undefined;
  /** Whether somebody wrote a field whom the catalog does not know. */
  readonly isFromStranger?: (field: string) => boolean;
}

/** Adds a course whose fields are given or asked for. Throws a ProblemsError if it cannot be added. */
export async function addCourse(giving: Giving, options: AddOptions, signal: AbortSignal): Promise<Addition> {
  const lock = lockSource(options.data);
  try {
    return await addLocked(giving, options, signal, lock);
  } finally {
    lock?.release();
  }
}

async function addLocked(giving: Giving, options: AddOptions, signal: AbortSignal, lock: Lock | undefined) {
  const { data, fields, pageSize, into } = options;
  const format = courseFormat(fields);
  const faults = openFaults(giving);
  for (const name of Object.keys(giving.values)) faults.checkName(name, format);
  reportOdd(giving, faults.report);
  faults.throwAny();
  const first = giving.asking === undefined ? [] : ['title', 'linkurl'];
  const { date_published: date } = giving.values;
  const given = {
    ...giving.values,
    ...(date !== undefined && { date_published: typedDay(date, orderOf(giving.values)) ?? date }),
  };
  const located = await complete(given, first, format, giving, faults.report);
  const catalog = await readExistingCatalog(located['linkurl'] ?? '', { data, pageSize, format, signal });
  // What an addition that was killed has left.
  const added = (['providers', 'categories', 'courses'] as const).map((kind) => newFile(data, kind));
  for (const path of [...catalog.source.files.map((file) => file.path), ...added]) removePart(path);
  const required = await complete(located, format.fields.required, format, giving, faults.report);
  const isAsked = Object.keys(required).length > Object.keys(giving.values).length;
  const values = { ...required, ...(isAsked && (await giving.asking?.further(furtherCheck(required, format)))) };
  const asking = options.new || giving.asking?.name;
  const { values: resolved, added: references } = await withIds(values, catalog, asking, faults.report);
  faults.throwAny();
  const id = catalog.nextId.courses();
  const names = new LanguageNames(catalog.languages);
  // As an import does: a language has one name in a catalog.
  const languages = (resolved['language'] ?? '').split(';').map((name) => names.resolve(name)?.name ?? name.trim());
  const language = [...new Set(languages)].join(';');
  const course = inOrder({ ...resolved, language, id: String(id) }, format);
  // No file is that of a new provider.
  const place = into ?? (references.some(({ kind }) => kind === 'providers') ? newFile(data, 'courses') : undefined);
  const files = [
    ...newReferences(references).map((records) => planFile(records, catalog, { data, format })),
    planFile({ kind: 'courses', records: [course] }, catalog, { data, format, into: place }),
  ];
  const pathOf = (kind: NewRecords['kind']) => files.find((file) => file.kind === kind)?.path ?? '';
  const { summary, warnings } = await writeFiles(files, catalog, lock);
  return {
    id,
    title: course['title'] ?? '',
    file: pathOf('courses'),
    references: references.map((one) => ({ ...one, file: pathOf(one.kind) })),
    summary,
    warnings: [
      ...warnings.filter(({ subject }) => subject === `course ${id}`),
      ...catalog.near.map((other) => similarTo(other, pathOf('courses'), `course ${id}`)),
    ],
  };
}

/** Reports what a check only warns of, and what may become a link in the pages of others. */
function reportOdd(
  { values, isFromStranger = () => false }: Giving,
  report: (field: string, finding: Finding) => void,
): void {
  for (const [field, text] of Object.entries(values)) {
    if (!isFromStranger(field)) continue;
    const odd = field === 'linkurl' ? linkurlOddity(text) : titleOddity(field, text);
    if (odd && field !== 'description') report(field, odd);
    else if (field === 'linkurl' && !isWebAddress(text)) {
      const finding = `"linkurl" is no address of the web: ${quoteText(text)}`;
      report(field, { rule: 'linkurl-form', finding, remedy: 'give the whole address, with https://' });
    }
  }
}

function similarTo(other: string, file: string, subject: string): Problem {
  const finding = `there is a course at ${quoteText(other)}, which may be the same page`;
  const remedy = 'remove one of the two courses if it is';
  return problemAt(file, undefined, subject, { level: 'warning', rule: 'linkurl-unique', finding, remedy });
}

/** Collects the problems of the given fields, to report them all at once. */
function openFaults({ whereOf }: Giving) {
  const problems: Problem[] = [];
  const report = (field: string, finding: Finding) =>
    void problems.push(problemAt(whereOf(field), undefined, '', finding));
  return {
    report,
    checkName: (name: string, { fields }: CourseFormat) => {
      const known = fields.names.filter((field) => field !== 'id');
      if (!known.includes(name))
        report(
          name,
          unknownField(name, known, () => false),
        );
    },
    throwAny: () => {
      if (problems.length > 0) throw new ProblemsError(problems);
    },
  };
}

type DayOrder = ReturnType<typeof orderInNamed>;

/** The order of day and month in the first language of a course. */
function orderOf({ language = '' }: FieldValues): DayOrder {
  return orderInNamed(language.split(';', 1)[0]);
}

/** Fields that are given in another form than records hold them. */
const ruleOf: Readonly<Record<string, string>> = {
  title: 'a title, not an address',
  linkurl: 'the address of the course, such as https://example.edu/optics',
  provider: 'the provider: its name, or its id',
  language: 'the language: its name; several are separated by ;',
  date_published: `the date of publication, ${dayExample}`,
};

/** Asks for the required fields that are missing. Reports them if nobody can be asked. */
async function complete(
  given: FieldValues,
  required: readonly string[],
  { schema }: CourseFormat,
  { asking }: Giving,
  report: (field: string, finding: Finding) => void,
): Promise<FieldValues> {
  const values: Record<string, string> = { ...given };
  const schemas = new Map(Object.entries(schema.shape));
  for (const field of required.filter((name) => name !== 'id' && values[name] === undefined)) {
    const rule = ruleOf[field] ?? schemas.get(field)?.description ?? '';
    // A provider is given by its name.
    const isValid = (text: string) =>
      isOfField(field, text, orderOf(values)) &&
      (field === 'provider' || schemas.get(field)?.safeParse(text).success === true);
    if (asking === undefined) {
      report(field, { rule: 'field-missing', finding: `"${field}" is missing`, remedy: `give ${rule}` });
    } else {
      const typed = await asking.field(field, (text) =>
        text.trim() !== '' && isValid(text) ? undefined : `takes ${rule}`,
      );
      values[field] = field === 'date_published' ? (typedDay(typed, orderOf(values)) ?? typed) : typed;
    }
  }
  return values;
}

/** Whether a text is none of another field: an address in the place of a title, or the other way round. Nobody types a path as an address. */
function isOfField(field: string, text: string, order: DayOrder): boolean {
  if (field === 'date_published') return typeof readDate(typedDay(text, order) ?? '') !== 'string';
  return field === 'title' ? !isWebAddress(text) : field !== 'linkurl' || isWebAddress(text);
}

/** Reads a field that somebody adds, beside those that are given. */
function furtherCheck(given: FieldValues, { fields, schema }: CourseFormat) {
  const known = fields.names.filter((name) => name !== 'id' && given[name] === undefined);
  return (field: string, text: string): string | undefined => {
    const { [field]: rule } = schema.shape;
    if (rule === undefined || !known.includes(field)) {
      const { finding, suggestion, remedy } = unknownField(field, known, () => false);
      return `${finding}: ${suggestion === undefined ? remedy : `did you mean ${suggestion}?`}`;
    }
    // Categories are given by their names.
    const isValid = field === 'categories' || rule.safeParse(cellValue(field, text, fields)).success;
    const { suggestion } = freeFor(rule, text);
    const near = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
    return isValid ? undefined : `takes ${rule.description ?? ''}${near}`;
  };
}

/** The fields in the order of the source format. */
function inOrder(values: FieldValues, { rows }: CourseFormat): FieldValues {
  const order = Object.keys(rows);
  return Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}

function newReferences(added: readonly NewReference[]): NewRecords[] {
  return (['providers', 'categories'] as const).flatMap((kind) => {
    const records = added.filter((one) => one.kind === kind).map(({ id, name }) => ({ id: String(id), name }));
    return records.length === 0 ? [] : [{ kind, records }];
  });
}
