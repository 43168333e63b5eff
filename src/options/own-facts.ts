// The option `facts`: columns of the catalog's own, which the configuration file names and pages show.
import { isObject, mapRows } from '../text/keys.ts';
import { messageOf, UsageError } from '../text/errors.ts';
import { courseFields } from '../outputs/dumps/columns.ts';
import { facetNames } from '../outputs/facets/file-format.ts';
import { reservedName } from '../paths.ts';
import {
  factKinds,
  factNames,
  facts,
  importFields,
  ownFactsOf,
  plainFields,
  type FactKind,
  type FactRow,
  type FactTable,
} from '../catalog/source/facts.ts';
import { describeValue, quoteText } from '../text/quote.ts';
import { nearestName } from '../text/suggestions.ts';
import { didYouMean, optionalText, readOneOf } from './value-kinds.ts';

const factName = /^[a-z][a-z0-9_]{0,39}$/u;
const nameRule = 'a to z, 0 to 9 and _, 40 characters at most, such as "modalidad"';
export const maxFacts = 50;

/** What the configuration file says of a fact. */
export interface OwnFact {
  readonly label: string;
  readonly kind?: FactKind;
  readonly filter?: boolean;
}
const settings = ['label', 'kind', 'filter'];

/** The catalog's own facts. The value also has those of every catalog. */
export const ownFacts = {
  placeholder: 'json',
  isJson: true,
  fallback: facts,
  schema: {
    type: 'object',
    propertyNames: { pattern: factName.source },
    additionalProperties: {
      type: 'object',
      properties: {
        label: { type: 'string', description: 'what pages call it' },
        kind: { enum: factKinds, description: 'what its values are: text by default' },
        filter: { type: 'boolean', description: 'whether courses can be filtered by it' },
      },
      required: ['label'],
      additionalProperties: false,
    },
  },
  read(text: string): FactTable {
    const value = parse(text);
    const reasons: string[] = [];
    const own = Object.entries(value).flatMap(([name, fact]: [string, unknown]): [string, FactRow][] => {
      try {
        return [[checkedName(name), factRowOf(fact)]];
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        reasons.push(...error.reasons.map((reason) => `${quoteText(name)}: ${reason}`));
        return [];
      }
    });
    if (own.length > maxFacts) reasons.push(`expected at most ${maxFacts} facts, got ${own.length}`);
    if (reasons.length > 0) throw new UsageError(...reasons);
    return { ...facts, ...Object.fromEntries(own) };
  },
};

/** The own facts of a table, in the form of the configuration file. */
export function ownFactsIn(table: FactTable): Record<string, OwnFact> {
  return mapRows(ownFactsOf(table), ({ labels, kind, isFilter }) => {
    return { label: labels.en, ...(kind !== 'text' && { kind }), ...(isFilter === true && { filter: true }) };
  });
}

/** A free fact name for a column: `modalidad` for `Modalidad:`, `fact_2` without any letter from a to z. */
export function factNameFor(column: string, others: readonly string[]): string {
  const plain = column.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const name =
    plain
      .replaceAll(/[^a-z0-9]+/gu, '_')
      .replaceAll(/^[_0-9]+|_+$/gu, '')
      .slice(0, 36) || 'fact';
  const isFree = (candidate: string) => whyTaken(candidate) === undefined && !others.includes(candidate);
  let free = name;
  for (let number = 2; !isFree(free); number += 1) free = `${name}_${number}`;
  return free;
}

function parse(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`is not valid JSON: ${messageOf(error)}`);
  }
  if (isObject(value)) return value;
  throw new UsageError(
    `expected a JSON object such as {"modalidad": {"label": "Modalidad", "filter": true}}, got ${describeValue(value)}`,
  );
}

function checkedName(name: string): string {
  if (!factName.test(name)) throw new UsageError(`not a valid field name: expected ${nameRule}`);
  const taken = whyTaken(name);
  if (taken !== undefined)
    throw new UsageError(`not a valid field name: ${taken}; take another, such as ${quoteText(factNameFor(name, []))}`);
  return name;
}

/** Who else uses a name, by which a fact would be taken for something else. */
const takenNames: readonly (readonly [names: readonly string[], by: string])[] = [
  [[...plainFields, ...factNames], 'courses already have a field with that name'],
  [courseFields, 'the dumps already have a column with that name'],
  [['facts'], 'the dumps have all facts under that name'],
  [importFields, 'imports already have a field with that name'],
  [[...facetNames, 'page', 'q', 'sort'], 'addresses of lists already have a parameter with that name'],
];

function whyTaken(name: string): string | undefined {
  const [, by] = takenNames.find(([names]) => names.includes(name)) ?? [];
  if (by !== undefined) return by;
  if (name.endsWith('_currency')) return 'columns of the dumps with that ending have the currencies of prices';
  if (reservedName.test(name)) return 'Windows reserves it, and a filter has a file with its name';
  return name in Object.prototype ? 'JavaScript reserves it' : undefined;
}

function factRowOf(fact: unknown): FactRow {
  if (!isObject(fact))
    throw new UsageError(
      `expected an object such as {"label": "Modalidad", "filter": true}, got ${describeValue(fact)}`,
    );
  const given = new Map<string, unknown>(Object.entries(fact));
  const unknown = [...given.keys()].find((name) => !settings.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `expected ${settings.join(', ')}, got ${quoteText(unknown)}${didYouMean(nearestName(unknown, settings))}`,
    );
  const label = given.get('label');
  if (typeof label !== 'string' || label.trim() === '' || label.length > 100)
    throw new UsageError(`"label": expected a text of 1 to 100 characters, got ${describeValue(label)}`);
  const filter = given.get('filter') ?? false;
  if (typeof filter !== 'boolean')
    throw new UsageError(`"filter": expected true or false, got ${describeValue(filter)}`);
  const kind = given.get('kind') ?? 'text';
  if (typeof kind !== 'string')
    throw new UsageError(`"kind": expected ${factKinds.join(', ')}, got ${describeValue(kind)}`);
  const shown = optionalText.read(label);
  return {
    kind: readOneOf(kind, factKinds),
    description: shown,
    property: undefined,
    labels: labelsOf(shown),
    ...(filter && { isFilter: true }),
  };
}

function labelsOf(label: string): FactRow['labels'] {
  return { en: label, de: label, fr: label, es: label, pt: label, zh: label, ar: label };
}
