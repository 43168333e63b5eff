// The views, each written as its course is read.
import { viewsFolder } from '../../api/routes.ts';
import { collectValues, type Output } from '../output.ts';
import { viewsDeclaration, type ViewsTypes } from './declaration.ts';

export const views: Output<ViewsTypes> = {
  ...viewsDeclaration,
  collect: ({ chunkSettings: { precompress }, apiWriter }) =>
    collectValues(
      ({ course, view }) => apiWriter.writeIndex(view, `${viewsFolder}/${course.linkhash}`),
      (encodings) => ({ encodings: Uint8Array.from(precompress.length > 0 ? encodings : []) }),
    ),
};
