// The option `fields`: columns of the catalog's own, which the configuration file names and pages show.
import { isObject, keysOf, mapRows } from '../text/keys.ts';
import { messageOf, UsageError } from '../text/errors.ts';
import { courseFields } from '../outputs/dumps/columns.ts';
import { filterNames } from '../outputs/filters/file-format.ts';
import { reservedName } from '../paths.ts';
import {
  customFieldsOf,
  customKinds,
  importFields,
  interfaceFields,
  pageFields,
  type CustomKind,
  type PageField,
  type FieldTable,
} from '../catalog/fields.ts';
import { describeValue, quoteText } from '../text/quote.ts';
import { nearestName } from '../text/suggestions.ts';
import { didYouMean, optionalText, readOneOf } from './value-kinds.ts';

const fieldName = /^[a-z][a-z0-9_]{0,39}$/u;
const nameRule = 'a to z, 0 to 9 and _, 40 characters at most, such as "modalidad"';
export const maxCustomFields = 50;

/** What the configuration file says of a field. */
export interface CustomField {
  readonly label: string;
  readonly kind?: CustomKind;
  readonly filter?: boolean;
}
const settings = ['label', 'kind', 'filter'];

/** The custom fields. The value also has those of every catalog. */
export const customFields = {
  placeholder: 'json',
  isJson: true,
  fallback: pageFields,
  schema: {
    type: 'object',
    propertyNames: { pattern: fieldName.source },
    additionalProperties: {
      type: 'object',
      properties: {
        label: { type: 'string', description: 'what pages call it' },
        kind: { enum: customKinds, description: 'what its values are: text by default' },
        filter: { type: 'boolean', description: 'whether courses can be filtered by it' },
      },
      required: ['label'],
      additionalProperties: false,
    },
  },
  read(text: string): FieldTable {
    const value = parse(text);
    const reasons: string[] = [];
    const own = Object.entries(value).flatMap(([name, field]: [string, unknown]): [string, PageField][] => {
      try {
        return [[checkedName(name), fieldRowOf(field)]];
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        reasons.push(...error.reasons.map((reason) => `${quoteText(name)}: ${reason}`));
        return [];
      }
    });
    if (own.length > maxCustomFields) reasons.push(`expected at most ${maxCustomFields} fields, got ${own.length}`);
    if (reasons.length > 0) throw new UsageError(...reasons);
    return { ...pageFields, ...Object.fromEntries(own) };
  },
};

/** The custom fields of a table, in the form of the configuration file. */
export function customFieldsIn(table: FieldTable): Record<string, CustomField> {
  return mapRows(customFieldsOf(table), ({ labels, kind, isFilterable }) => {
    const known = customKinds.find((one) => one === kind);
    return {
      label: labels.en,
      ...(known !== 'text' && known !== undefined && { kind: known }),
      ...(isFilterable === true && { filter: true }),
    };
  });
}

/** A free field name for a column: `modalidad` for `Modalidad:`, `field_2` without any letter from a to z. */
export function fieldNameFor(column: string, others: readonly string[]): string {
  const plain = column.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const name =
    plain
      .replaceAll(/[^a-z0-9]+/gu, '_')
      .replaceAll(/^[_0-9]+|_+$/gu, '')
      .slice(0, 36) || 'field';
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
  if (!fieldName.test(name)) throw new UsageError(`not a valid field name: expected ${nameRule}`);
  const taken = whyTaken(name);
  if (taken !== undefined)
    throw new UsageError(
      `not a valid field name: ${taken}; take another, such as ${quoteText(fieldNameFor(name, []))}`,
    );
  return name;
}

/** Who else uses a name, by which a field would be taken for something else. */
const takenNames: readonly (readonly [names: readonly string[], by: string])[] = [
  [[...keysOf(interfaceFields), ...keysOf(pageFields)], 'courses already have a field with that name'],
  [courseFields, 'the dumps already have a column with that name'],
  [['fields'], 'the dumps have all fields under that name'],
  [importFields, 'imports already have a field with that name'],
  [[...filterNames, 'page', 'q', 'sort'], 'addresses of lists already have a parameter with that name'],
];

function whyTaken(name: string): string | undefined {
  const [, by] = takenNames.find(([names]) => names.includes(name)) ?? [];
  if (by !== undefined) return by;
  if (name.endsWith('_currency')) return 'columns of the dumps with that ending have the currencies of prices';
  if (reservedName.test(name)) return 'Windows reserves it, and a filter has a file with its name';
  return name in Object.prototype ? 'JavaScript reserves it' : undefined;
}

function fieldRowOf(field: unknown): PageField {
  if (!isObject(field))
    throw new UsageError(
      `expected an object such as {"label": "Modalidad", "filter": true}, got ${describeValue(field)}`,
    );
  const given = new Map<string, unknown>(Object.entries(field));
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
    throw new UsageError(`"kind": expected ${customKinds.join(', ')}, got ${describeValue(kind)}`);
  const shown = optionalText.read(label);
  return {
    kind: readOneOf(kind, customKinds),
    description: shown,
    labels: labelsOf(shown),
    ...(filter && { isFilterable: true }),
  };
}

function labelsOf(label: string): PageField['labels'] {
  return { en: label, de: label, fr: label, es: label, pt: label, zh: label, ar: label };
}
