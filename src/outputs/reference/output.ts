// The API reference of a build, made from its OpenAPI document.
import { pageFile } from '../../api/formats.ts';
import { colorStyle } from '../catalog-page/colors.ts';
import { openapiText } from '../openapi/output.ts';
import type { Output } from '../output.ts';
import { packagedFiles } from '../packaged.ts';
import type { OpenapiDocument } from './document.ts';
import { renderReference } from './page.ts';
import { assetsFolder, referenceFolder, referenceRow } from './row.ts';

export const reference: Output = {
  ...referenceRow,
  *documents(catalog, site, built) {
    const document: OpenapiDocument = JSON.parse(openapiText(catalog, site, built));
    const files = {
      colors: `../${colorStyle(site.options.color).path}`,
      style: packaged('.css'),
      script: packaged('.js'),
    };
    yield [referenceFolder + pageFile, renderReference(document, files)];
  },
};

/** The asset with this ending, relative to the page. */
function packaged(ending: string): string {
  for (const [path] of packagedFiles(assetsFolder))
    if (path.endsWith(ending)) return path.slice(referenceFolder.length);
  throw new Error(`this package lacks the ${ending} file of the reference: reinstall it, or compile it`);
}
