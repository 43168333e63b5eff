// The OpenAPI document of a build, with examples taken from its files, and its description of each address.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageLinks } from '../../src/api/paging.ts';
import { chooseExamples, type Examples } from '../../src/outputs/openapi/chosen.ts';
import { renderOpenapi, type OpenapiInput } from '../../src/outputs/openapi/openapi.ts';
import { plain } from '../build/run.ts';
import { sharedBuild } from '../builds.ts';

export interface Media {
  readonly schema: { readonly $ref: string };
  readonly example?: unknown;
}

export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: { readonly 'application/json'?: Media; readonly 'text/html'?: object };
}

export interface Header {
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

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly type: string; readonly format?: string };
  readonly example?: unknown;
}

export interface PathItem {
  readonly parameters?: readonly Parameter[];
  readonly get: Operation;
  readonly head: Operation;
  readonly options: Operation;
}

export interface OpenapiDocument {
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
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

/** The input for the document of a build; `language` is the one in examples. */
export function inputOf(out: string, chosen: Partial<OpenapiInput> = {}, language?: string): OpenapiInput {
  return { ...plain, examples: examplesIn(out, language), ...chosen };
}

export function documentOf(input: OpenapiInput): OpenapiDocument {
  return JSON.parse(renderOpenapi(input));
}

/** The path of the document for an address below `/api/v1/`; every page of a list has the same path. */
export function pathFor(document: OpenapiDocument, address: string): string {
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
  const read = (path: string) => JSON.parse(readFileSync(join(out, 'api/v1', path, 'index.json'), 'utf8'));
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
  return { ...chosen, lists: Object.fromEntries(lists), others: { index: read('') } };
}
