// What all static pages share: their style sheet, and a script without which they work too.
import { cacheControl } from '../../api/http.ts';
import type { OutputRow } from '../output.ts';
import { packagedFiles, packagedText } from '../shared/packaged-files.ts';
import { renderColors } from '../shared/shades.ts';
import { scriptFile, stylesheetFile } from './paths.ts';

export const staticPagesRow: OutputRow = {
  name: 'static-pages',
  // Fixed names, so that no page changes with a color.
  formats: [stylesheetFile, scriptFile].map((path) => {
    return { kind: 'asset', path, cache: cacheControl.lists, madeFrom: 'settings' };
  }),
  isWanted: (features) => features.catalogPage || features.coursePages,
  *fixedFiles({ options }) {
    yield [stylesheetFile, renderColors(options.color) + packagedText(stylesheetFile).trimEnd()];
    yield* packagedFiles(scriptFile);
  },
};
