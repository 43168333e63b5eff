// Validation with a public validator: checks values against JSON Schemas, and damages values on purpose.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { pathFor, type OpenapiDocument } from './document.ts';

/** What is wrong with a value; empty if nothing is. */
export type Validate = (value: unknown) => string;

/** A validator of a self-contained schema. */
export function validatorOf(schema: AnySchema): Validate {
  const ajv = strictAjv();
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? '' : ajv.errorsText(validate.errors));
}

/** Validators of the document's schemas, by reference: `#/components/schemas/Course`. */
export function validatorsOf(document: OpenapiDocument): (reference: string) => Validate {
  const ajv = strictAjv();
  ajv.addSchema({ components: document.components }, 'document', undefined, false);
  return (reference) => {
    const validate = ajv.getSchema(`document${reference}`) ?? ajv.compile({ $ref: `document${reference}` });
    return (value) => (validate(value) === true ? '' : ajv.errorsText(validate.errors));
  };
}

/** The files below `api/v1` of a build that the document does not allow as responses, and the schemas that were used. */
export function faultsIn(
  out: string,
  document: OpenapiDocument,
): { files: number; faults: string[]; met: Set<string> } {
  const root = join(out, 'api/v1');
  const validators = validatorsOf(document);
  const faults: string[] = [];
  const met = new Set<string>();
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('index.json'));
  for (const path of paths) {
    const reference = pathFor(document, `/api/v1/${path.replace(/index\.json$/u, '')}`);
    met.add(reference);
    const schema = document.paths[reference]?.get.responses['200']?.content?.['application/json']?.schema;
    const fault = validators(schema?.$ref ?? '')(JSON.parse(readFileSync(join(root, path), 'utf8')));
    if (fault !== '') faults.push(`${path}: ${fault}`);
  }
  return { files: paths.length, faults, met };
}

export interface Damaged {
  readonly what: string;
  readonly value: unknown;
}

/** Every way to damage a value in one place: a missing field, an extra field, or a value of a type that no field has. */
export function damagesOf(value: unknown, at = '$'): Damaged[] {
  const others = [true, {}, [], 1.5].filter((other) => kindOf(other) !== kindOf(value));
  const replaced = others.map((other) => ({ what: `${at} is ${JSON.stringify(other)}`, value: other }));
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    const inside = items.slice(0, 2).flatMap((item, index) =>
      damagesOf(item, `${at}[${index}]`).map(({ what, value: damaged }) => ({
        what,
        value: items.with(index, damaged),
      })),
    );
    return [...replaced, ...inside];
  }
  if (typeof value !== 'object' || value === null) return replaced;
  const fields = Object.entries(value);
  return [
    ...replaced,
    { what: `${at} has a field more`, value: { ...value, surplus: '' } },
    ...fields.flatMap(([name, field]) => [
      { what: `${at} lacks ${name}`, value: Object.fromEntries(fields.filter(([other]) => other !== name)) },
      ...damagesOf(field, `${at}.${name}`).map(({ what, value: damaged }) => ({
        what,
        value: { ...value, [name]: damaged },
      })),
    ]),
  ];
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function strictAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  for (const name of ['x-addition', 'components']) ajv.addKeyword(name);
  return ajv;
}
