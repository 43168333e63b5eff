// What shows a list in pages of others: the script of an element, and a page for frames.
import { cacheControl } from '../../api/http.ts';
import { pageFile } from '../../api/published-paths.ts';
import type { OutputDeclaration } from '../output.ts';
import { packagedFiles, packagedText } from '../shared/packaged-files.ts';
import { pagePolicy } from '../shared/policy.ts';
import { shadesOf } from '../shared/shades.ts';
import type { Site } from '../site-options.ts';
import { framePage } from './page.ts';
import { elementScript, embedFolder, frameScript } from './paths.ts';
import { settingsName, type EmbedSettings } from './settings.ts';

const made = { cache: cacheControl.default, madeFrom: 'options' } as const;

export const embedDeclaration: OutputDeclaration = {
  name: 'embed',
  paths: [
    {
      kind: 'page',
      path: `${embedFolder}/`,
      folders: [embedFolder],
      policy: `${pagePolicy}; frame-ancestors *`,
      isForFrames: true,
      ...made,
    },
    // Fixed names, which pages of others have.
    { kind: 'asset', path: elementScript, ...made },
    { kind: 'asset', path: frameScript, ...made },
  ],
  isWanted: (features) => features.pages,
  *fixedFiles(site) {
    yield [`${embedFolder}/${pageFile}`, framePage(site)];
    yield* packagedFiles(frameScript);
    const settings = JSON.stringify(settingsOf(site));
    yield [elementScript, `const ${settingsName}=${settings};\n${packagedText(elementScript).trimEnd()}`];
  },
};

function settingsOf({ options }: Site): EmbedSettings {
  const [light, dark] = [shadesOf(options.color, 'light'), shadesOf(options.color, 'dark')];
  const accent = `light-dark(${light.accent},${dark.accent})`;
  return { accent, language: options.locale };
}
