// Entry point of the API reference: loads the OpenAPI document of this site and renders it.
import { documentAt, isObject, samplesOf, type JsonObject } from './document.ts';
import { layout, referencePlugin } from './plugin.ts';
import type { SwaggerUi } from './swagger.ts';
import { followTheme } from './theme.ts';

declare global {
  /** From Swagger UI's own script, which the page loads before this one. */
  const SwaggerUIBundle: SwaggerUi;
}

followTheme();
void show();

async function show(): Promise<void> {
  try {
    render(await load(new URL('../openapi.json', location.href)));
  } catch (error) {
    showMessage(`The OpenAPI document cannot be shown: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function load(url: URL): Promise<JsonObject> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href} answers with status ${response.status}`);
  const document: unknown = await response.json();
  if (!isObject(document)) throw new Error(`${url.href} is not an OpenAPI document`);
  return document;
}

function render(document: JsonObject): void {
  const root = new URL('..', location.href).href.replace(/\/$/u, '');
  const spec = documentAt(root, document);
  setTitle(spec);
  SwaggerUIBundle({
    dom_id: '#reference',
    spec,
    layout,
    plugins: [referencePlugin(samplesOf(spec), root)],
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    requestSnippetsEnabled: true,
    supportedSubmitMethods: ['get', 'head', 'options'],
    validatorUrl: null,
  });
}

function setTitle({ info }: JsonObject): void {
  if (isObject(info) && typeof info['title'] === 'string') document.title = `API reference: ${info['title']}`;
}

function showMessage(message: string): void {
  const note = document.createElement('p');
  note.className = 'page-note';
  note.setAttribute('role', 'alert');
  note.textContent = message;
  document.getElementById('reference')?.replaceChildren(note);
}
