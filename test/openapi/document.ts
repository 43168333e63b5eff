// The OpenAPI document of a build, its description of each address, and validation with a public validator.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonSync } from 'fs-extra/esm';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import type { PageLinks } from '../../src/api/paging.ts';
import { chooseExamples, type Examples } from '../../src/outputs/openapi/examples.ts';
import { renderOpenapi, type OpenapiInput } from '../../src/outputs/openapi/openapi.ts';
import { plain } from '../build/run.ts';
import { sharedBuild } from '../helpers/builds.ts';

interface Media {
  readonly schema: { readonly $ref: string };
  readonly example?: unknown;
}

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: { readonly 'application/json'?: Media; readonly 'text/html'?: object };
}

interface Header {
  readonly required: boolean;
  readonly schema: { readonly const?: string; readonly pattern?: string };
}

export interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly 'x-addition'?: boolean;
  readonly 'x-codeSamples'?: readonly { readonly lang: string; readonly source: string }[];
  readonly responses: Readonly<Record<string, Response>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly type: string; readonly format?: string };
  readonly example?: unknown;
}

interface PathItem {
  readonly parameters?: readonly Parameter[];
  readonly get: Operation;
  readonly head?: Operation;
  readonly options?: Operation;
}

export interface OpenapiDocument {
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly 'x-displayName'?: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly responses: { readonly NotFound: Response; readonly MethodNotAllowed: Response };
  };
}

/** The address of the API in the documents. */
export const baseUrl = 'https://catalog.example.org/open';

/** The output folder of a build of the sample catalog, with many pages. */
export function sampleBuild(pageLinks: PageLinks): Promise<string> {
  return sharedBuild('data', { baseUrl, pageLinks, pageSize: 3 });
}

const noFeatures = { pages: false, frontPage: false, coursePages: false, dumps: false, journal: false };

/** The input for the document of a build; `language` is the one in examples. */
export function inputOf(out: string, chosen: Partial<OpenapiInput> = {}, language?: string): OpenapiInput {
  return { ...plain, features: noFeatures, examples: examplesIn(out, language), ...chosen };
}

export function documentOf(input: OpenapiInput): OpenapiDocument {
  return JSON.parse(renderOpenapi(input));
}

/** The path of the document for an address below `/api/v1/`; every page of a list has the same path. */
function pathFor(document: OpenapiDocument, address: string): string {
  const found = matching(document, address) ?? matching(document, address.replace(/page\/\d+\/$/u, ''));
  if (found === undefined) throw new Error(`no path for ${address}`);
  return found;
}

function matching(document: OpenapiDocument, address: string): string | undefined {
  return Object.keys(document.paths).find((path) =>
    new RegExp(`^${path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u').test(address),
  );
}

/** The newest course, and the records that it belongs to; of its languages the one to show. */
function examplesIn(out: string, shown: string | undefined): Examples {
  const read = (path: string) => readJsonSync(join(out, 'api/v1', path, 'index.json'));
  const latest: NonNullable<Examples['course']>[] = read('courses/latest');
  const languages: NonNullable<Examples['language']>[] = read('languages');
  const language = languages.find(({ name }) => name === shown);
  const ofCourse = chooseExamples(latest[0], read('providers'), read('categories'), languages);
  const chosen = { ...ofCourse, ...(language && { language }) };
  const lists = Object.entries({
    provider: chosen.provider && [String(chosen.provider.id), `providers/${chosen.provider.id}/courses`],
    category: chosen.category && [chosen.category.category_id, `categories/${chosen.category.category_id}`],
    language: chosen.language && [chosen.language.name, `languages/${chosen.language.name}/courses`],
  }).flatMap(([route, list]) => {
    if (!list) return [];
    const [parameter, path = ''] = list;
    const { count, results, title, language: label } = read(path);
    return [[route, { route, parameter, label: title ?? label ?? '', count, results }]];
  });
  return { ...chosen, lists: Object.fromEntries(lists), single: { index: read('') } };
}

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
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
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
    const fault = validators(schema?.$ref ?? '')(readJsonSync(join(root, path)));
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
