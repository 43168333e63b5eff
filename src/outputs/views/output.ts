// The views, each written as its course is read.
import { viewsFolder } from '../../api/routes.ts';
import type { Output } from '../output.ts';
import { viewsRow, type ViewsTypes } from './row.ts';

export const views: Output<ViewsTypes> = {
  ...viewsRow,
  collect({ settings: { precompress }, responses }) {
    let encodings: number[] = [];
    return {
      add({ course, view }) {
        const written = responses.writeIndex(view, `${viewsFolder}/${course.linkhash}`);
        if (precompress.length > 0) encodings.push(written.encodings);
      },
      finish() {
        const part = { encodings: Uint8Array.from(encodings) };
        encodings = [];
        return part;
      },
    };
  },
};
