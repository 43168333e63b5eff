// The API reference of a build, made from its OpenAPI document.
import { pageFile } from '../../api/formats.ts';
import { html } from '../../text/html.ts';
import { openapiText } from '../openapi/output.ts';
import type { Output } from '../output.ts';
import { packagedFiles } from '../packaged.ts';
import { openFrame, pagesSiteOf } from '../static-pages/frame.ts';
import { referenceFolder } from '../static-pages/paths.ts';
import type { OpenapiDocument } from './document.ts';
import { referenceMarkup } from './page.ts';
import { referenceAssetsFolder, referenceRow } from './row.ts';

export const reference: Output = {
  ...referenceRow,
  *documents(catalog, site, built) {
    const document: OpenapiDocument = JSON.parse(openapiText(catalog, site, built));
    const page = openFrame(pagesSiteOf(site)).page(`${referenceFolder}/`, {
      title: 'API reference',
      summary: `Every request that the API of ${site.options.title} answers, and a form to try it.`,
      head: html`<link rel="stylesheet" href="${packaged('.css')}">
<script defer src="${packaged('.js')}"></script>
`,
      main: referenceMarkup(document),
      links: html`<a href="../openapi.json" lang="en">OpenAPI document</a>`,
    });
    yield [`${referenceFolder}/${pageFile}`, page];
  },
};

/** The asset with this ending, relative to the page. */
function packaged(ending: string): string {
  const paths = [...packagedFiles(referenceAssetsFolder)].map(([path]) => path.slice(`${referenceFolder}/`.length));
  return paths.find((path) => path.endsWith(ending)) ?? '';
}
