// Path items of the OpenAPI document for the files beside the API: what changed, and everything at once.
import type { ClientFile } from '../../api/client-files.ts';
import { contentType } from '../../api/http.ts';
import { codeSamples } from './samples.ts';

/** The path item of a file. A file has no error responses of its own: each host answers in its own way. */
export function filePathItem(
  { path, type, tag, schemas: [schema] = [], summary, content }: ClientFile,
  baseUrl: string,
) {
  const isJson = type === contentType;
  const schemaOfContent = schema ? { $ref: `#/components/schemas/${schema}` } : { type: isJson ? 'object' : 'string' };
  return {
    [`/${path}`]: {
      get: {
        operationId: `get${path.replaceAll(/(?:^|\W)(\w)/gu, (_, letter: string) => letter.toUpperCase())}`,
        tags: [tag],
        summary,
        description: `${content} An addition: the specification has no such file.`,
        'x-addition': true,
        ...(isJson && { 'x-codeSamples': codeSamples(`${baseUrl}/${path}`, false) }),
        responses: {
          200: { description: `${summary}.`, content: { [type]: { schema: schemaOfContent } } },
          404: { description: 'Another build, or another service with this interface, may lack the file.' },
        },
      },
    },
  };
}
