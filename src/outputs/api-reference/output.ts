// The API reference of a build, made from its OpenAPI document.
import { pageFile } from '../../api/published-paths.ts';
import { html } from '../../text/html.ts';
import { openapiText } from '../openapi/output.ts';
import type { Output } from '../output.ts';
import { packagedFiles } from '../shared/packaged-files.ts';
import { openFrame, frameOptionsOf } from '../frame/frame.ts';
import { apiReferenceFolder } from '../shared/page-paths.ts';
import type { OpenapiDocument, Tag } from './document.ts';
import { apiReferenceAssetsFolder, apiReferenceDeclaration } from './declaration.ts';
import type { Markup } from '../../text/markup.ts';
import { anchorOf, pathSection } from './operation.ts';
import { definitionRow, prose, responseSection, schemaSection, schemaType } from './schema.ts';

export const apiReference: Output = {
  ...apiReferenceDeclaration,
  *files(catalog, site, built) {
    const document: OpenapiDocument = JSON.parse(openapiText(catalog, site, built));
    const page = openFrame(frameOptionsOf(site)).page(`${apiReferenceFolder}/`, {
      title: 'API reference',
      summary: `Every request that the API of ${site.options.title} answers, and a form to try it.`,
      head: html`<link rel="stylesheet" href="${packaged('.css')}">
<script defer src="${packaged('.js')}"></script>
`,
      main: apiReferenceMarkup(document),
      alternates: html`<a href="../openapi.json" lang="en">OpenAPI document</a>`,
    });
    yield [`${apiReferenceFolder}/${pageFile}`, page];
  },
};

/** The asset with this ending, relative to the page. */
function packaged(ending: string): string {
  const paths = [...packagedFiles(apiReferenceAssetsFolder)].map(([path]) =>
    path.slice(`${apiReferenceFolder}/`.length),
  );
  return paths.find((path) => path.endsWith(ending)) ?? '';
}

/** The main part of the page. Its texts are those of the document, in English. */
function apiReferenceMarkup(document: OpenapiDocument): Markup {
  const { info, servers, components } = document;
  const { headers, responses, schemas } = components;
  return html`<div class="reference" lang="en" dir="ltr">
<h1>API reference of <bdi>${info.title}</bdi></h1>
${contentsOf(document)}<div>
${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>\n`)}<p>All addresses begin with ${servers.map(({ url }) => html`<code class="server">${url}</code>`)}.</p>
${document.tags.map((tag) => tagSection(tag, document))}<section id="/components/responses">
<h2>Errors</h2>
${Object.entries(responses).map(([name, response]) => responseSection(name, response))}</section>
<section id="/components/headers">
<h2>Response headers</h2>
<dl>${Object.entries(headers).map(([name, header]) => definitionRow(name, schemaType(header.schema), header.description))}</dl>
</section>
<section id="/components/schemas">
<h2>Schemas</h2>
${Object.entries(schemas).map(([name, schema]) => schemaSection(name, schema))}</section>
<p class="visually-hidden" role="status"></p>
</div>
</div>
`;
}

function contentsOf(document: OpenapiDocument): Markup {
  const tags = document.tags.map((tag) => {
    const { name } = tag;
    const items = pathsOf(name, document).map(
      ([, { get }]) => html`<li><a href="#${anchorOf(get)}">${get.summary}</a></li>`,
    );
    return html`<li><a href="#/${name}">${headingOf(tag)}</a><ul>${items}</ul></li>\n`;
  });
  return html`<nav class="contents" aria-label="Contents">
<ul>
${tags}<li><a href="#/components/responses">Errors</a></li>
<li><a href="#/components/headers">Response headers</a></li>
<li><a href="#/components/schemas">Schemas</a></li>
</ul>
</nav>
`;
}

function headingOf({ name, 'x-displayName': heading = name }: Tag): string {
  return heading;
}

function tagSection(tag: Tag, document: OpenapiDocument): Markup {
  return html`<section id="/${tag.name}">
<h2>${headingOf(tag)}</h2>
<p>${prose(tag.description)}</p>
${pathsOf(tag.name, document).map(([path, item]) => pathSection(path, item))}</section>
`;
}

/** The paths of a tag: all operations of a path have the same. */
function pathsOf(tag: string, { paths }: OpenapiDocument) {
  return Object.entries(paths).filter(([, { get }]) => get.tags.includes(tag));
}
