// The page of the API reference: everything that the OpenAPI document says, for people.
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import { moon, rays } from '../catalog-page/browser/theme-icon.ts';
import { contentSecurityPolicy } from '../policy.ts';
import { methods, type OpenapiDocument } from './document.ts';
import { anchorOf, pathSection } from './operation.ts';
import { exampleOf, prose } from './prose.ts';
import { definition, schemaSection, typeOf } from './schema.ts';

/** What the page loads, relative to it. */
export interface ReferenceFiles {
  readonly colors: string;
  readonly style: string;
  readonly script: string;
}

/** The page without the final newline. */
export function renderReference(document: OpenapiDocument, files: ReferenceFiles): string {
  const { info, servers, components } = document;
  const schemas = Object.entries(components.schemas);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>API reference – ${info.title}</title>
<meta name="description" content="Every request that the API of ${info.title} answers, what it sends back, and a form to try it.">
<link rel="icon" href="data:,">
<script src="${files.script}"></script>
<link rel="stylesheet" href="${files.colors}">
<link rel="stylesheet" href="${files.style}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<div class="top-inner">
<a class="brand" href="../"><bdi>${info.title}</bdi></a>
<nav aria-label="Site"><ul><li><a href="../">Catalog</a></li><li><a href="../openapi.json">OpenAPI document</a></li></ul></nav>
<button type="button" class="theme" aria-label="Dark theme" hidden><svg viewBox="0 0 24 24" aria-hidden="true"><g class="sun"><circle cx="12" cy="12" r="4.2"/><path d="${rays}"/></g><path class="moon" d="${moon}"/></svg></button>
</div>
</header>
<main id="main" tabindex="-1">
${contentsOf(document)}<div>
<h1>API reference of <bdi>${info.title}</bdi></h1>
${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>\n`)}<p>All addresses begin with ${servers.map(({ url }) => html`<code class="server">${url}</code>`)}.</p>
${document.tags.map(({ name, description }) => tagSection(name, description, document))}<section id="/components/responses">
<h2>Errors</h2>
${responseSections(document)}</section>
<section id="/components/headers">
<h2>Response headers</h2>
<dl>${Object.entries(components.headers).map(([name, one]) => definition(name, typeOf(one.schema), one.description))}</dl>
</section>
<section id="/components/schemas">
<h2>Schemas</h2>
${schemas.map(([name, schema]) => schemaSection(name, schema))}</section>
</div>
</main>
<p class="visually-hidden" role="status"></p>
</body>
</html>`.toString();
}

function contentsOf(document: OpenapiDocument): Markup {
  const tags = document.tags.map(({ name }) => {
    const items = pathsOf(name, document).map(
      ([, { get }]) => html`<li><a href="#${anchorOf(get)}">${get.summary}</a></li>`,
    );
    return html`<li><a href="#/${name}">${name}</a><ul>${items}</ul></li>\n`;
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

function tagSection(name: string, description: string, document: OpenapiDocument): Markup {
  const paths = pathsOf(name, document).map(([path, item]) => pathSection(path, item));
  return html`<section id="/${name}">
<h2>${name}</h2>
<p>${prose(description)}</p>
${paths}</section>
`;
}

/** The paths of a tag: all operations of a path have the same. */
function pathsOf(tag: string, { paths }: OpenapiDocument) {
  return Object.entries(paths).filter(([, item]) => methods.some((method) => item[method].tags.includes(tag)));
}

function responseSections({ components }: OpenapiDocument): Markup[] {
  return Object.entries(components.responses).map(([name, { description, content = {} }]) => {
    const contents = Object.entries(content).map(([type, { schema, example }]) => {
      const shown = example === undefined ? [] : exampleOf(example);
      return html`<p>${typeOf(schema)}, ${type}</p>\n${shown}`;
    });
    return html`<section id="/components/responses/${name}">
<h3>${name}</h3>
<p>${prose(description)}</p>
${contents}</section>
`;
  });
}
