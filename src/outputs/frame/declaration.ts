// What all pages share: their style sheet, and a script without which they work too.
import { cacheControl } from '../../api/http.ts';
import type { OutputDeclaration } from '../output.ts';
import { packagedFiles, packagedText } from '../shared/packaged-files.ts';
import { renderColors } from '../shared/shades.ts';
import { scriptFile, stylesheetFile } from '../shared/page-paths.ts';

export const frameDeclaration: OutputDeclaration = {
  name: 'frame',
  // Fixed names, so that no page changes with a color.
  paths: [stylesheetFile, scriptFile].map((path) => {
    return { kind: 'asset', path, cache: cacheControl.default, madeFrom: 'options' };
  }),
  isWanted: (features) => features.pages,
  *fixedFiles({ options }) {
    yield [stylesheetFile, renderColors(options.color) + packagedText(stylesheetFile).trimEnd()];
    yield* packagedFiles(scriptFile);
  },
};
