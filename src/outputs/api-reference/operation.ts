// The operations of a path in the API reference: what to send, what comes back, and a form to try it.
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import type { Operation, Parameter, PathItem } from './document.ts';
import { definitionRow, exampleOf, prose, schemaLink, schemaType } from './schema.ts';

/** The section of a path: GET in full, and what its other methods do. */
export function pathSection(path: string, { parameters = [], get, ...item }: PathItem): Markup {
  const otherMethods = Object.entries(item).map(([method, operation]) => otherMethod(method, operation));
  const allowed = ['get', ...Object.keys(item)];
  const rows = parameters.map(({ name, in: location, schema, description }) =>
    definitionRow(name, html`${location}, ${schemaType(schema)}`, description),
  );
  return html`<section id="${anchorOf(get)}">
<h3>${get.summary}</h3>
<p class="path" dir="ltr"><code>GET ${path}</code></p>
<p>${prose(get.description)}</p>
${rows.length === 0 ? [] : html`<h4>Parameters</h4>\n<dl>${rows}</dl>\n`}${samplesOf(get)}${formFor(path, parameters, get.summary, allowed)}<h4>Responses</h4>
<dl>${responsesOf(get)}</dl>
${examplesOf(get)}${otherMethods.length === 0 ? [] : html`<h4>Other methods</h4>\n<dl>${otherMethods}</dl>\n`}</section>
`;
}

/** The name of an operation in the address of the page. Links of earlier versions have this form. */
export function anchorOf({ tags: [tag = ''], operationId }: Operation): string {
  return `/${tag}/${operationId}`;
}

function otherMethod(method: string, operation: Operation): Markup {
  const statuses = Object.entries(operation.responses).map(([status, response], index) => {
    const code = html`<code>${status}</code>`;
    return html`${index === 0 ? '' : ', '}${'$ref' in response ? schemaLink(response.$ref, code) : code}`;
  });
  return html`<div id="${anchorOf(operation)}"><dt><code>${method.toUpperCase()}</code> <span>${operation.summary}</span></dt><dd>${prose(operation.description)} Statuses: ${statuses}</dd></div>
`;
}

function responsesOf({ responses }: Operation): Markup[] {
  return Object.entries(responses).map(([status, response]) => {
    if ('$ref' in response)
      return html`<div><dt><code>${status}</code></dt><dd>${schemaLink(response.$ref)}</dd></div>\n`;
    const types = Object.entries(response.content ?? {}).map(
      ([type, { schema }]) => html`${schemaType(schema)}, ${type}`,
    );
    return definitionRow(status, html`${types}`, response.description);
  });
}

function examplesOf({ responses }: Operation): Markup[] {
  const contents = Object.values(responses).flatMap((response) =>
    '$ref' in response ? [] : Object.values(response.content ?? {}),
  );
  return contents.flatMap(({ example }) =>
    example === undefined ? [] : [html`<h4>Example of a response</h4>\n${exampleOf(example)}`],
  );
}

/** The sample for a shell, and those in other languages on request. */
function samplesOf({ summary, 'x-codeSamples': samples = [] }: Operation): Markup[] {
  const [first, ...otherSamples] = samples.map(
    ({ label, source }) => html`<div class="sample">
<pre dir="ltr"><code>${source.trimEnd()}</code></pre>
<button type="button" class="copy" aria-label="Copy ${label}: ${summary}" disabled>Copy</button>
</div>
`,
  );
  if (!first) return [];
  const labels = samples.slice(1).map(({ label }) => label);
  return [
    html`<h4>Request</h4>
${first}<details>
<summary>${labels.join(' and ')}</summary>
${otherSamples}</details>
`,
  ];
}

/** The script enables and sends the form. */
function formFor(path: string, parameters: readonly Parameter[], summary: string, allowed: readonly string[]): Markup {
  const fields = parameters.map(({ name, in: location, required, example }) => {
    const needed = required ? html` required` : [];
    return html`<label><code>${name}</code> <input name="${name}" data-in="${location}" value="${example ?? ''}" autocomplete="off" spellcheck="false"${needed}></label>
`;
  });
  const options = allowed.map((method) => html`<option>${method.toUpperCase()}</option>`);
  return html`<details class="try">
<summary>Try it</summary>
<noscript><p>Sending a request from here needs JavaScript.</p></noscript>
<form data-path="${path}" aria-label="Try it: ${summary}">
<label>Method <select>${options}</select></label>
${fields}<button class="button" disabled>Send</button>
</form>
</details>
`;
}
