// The views, each written as its course is read.
import { viewsFolder } from '../../api/routes.ts';
import type { Output } from '../output.ts';
import { viewsDeclaration } from './declaration.ts';

export const views: Output = {
  ...viewsDeclaration,
  collect: ({ writer }) => ({
    add: ({ course, view }) => writer.writeResponse(view, `${viewsFolder}/${course.linkhash}`),
    finish: () => ({}),
  }),
};
