// The HTML of the API reference, into which Swagger UI is loaded.
import { moon, rays } from '../../catalog-page/browser/theme-icon.ts';
import { contentSecurityPolicy } from '../../policy.ts';

/** File names in the `assets` folder beside the page. */
export interface DocsFiles {
  readonly theme: string;
  readonly renderer: string;
  readonly rendererStyle: string;
  readonly script: string;
  readonly style: string;
}

/** The page `docs/index.html`. It is the same for every catalog; only the document that it loads differs. */
export function renderDocsPage({ theme, renderer, rendererStyle, script, style }: DocsFiles): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <title>API reference</title>
    <link rel="icon" href="data:," />
    <script src="assets/${theme}"></script>
    <link rel="stylesheet" href="assets/${rendererStyle}" />
    <link rel="stylesheet" href="assets/${style}" />
    <script defer src="assets/${renderer}"></script>
    <script defer src="assets/${script}"></script>
  </head>
  <body>
    <header class="page-header">
      <p>API reference</p>
      <nav aria-label="Site">
        <a href="../">Catalog</a>
        <a href="../openapi.json">OpenAPI document</a>
      </nav>
      <button type="button" class="theme" aria-label="Dark theme" hidden>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <g class="sun">
            <circle cx="12" cy="12" r="4.2" />
            <path d="${rays}" />
          </g>
          <path class="moon" d="${moon}" />
        </svg>
      </button>
    </header>
    <main id="reference">
      <p class="page-note" role="status">Loading the reference…</p>
      <noscript>
        <p class="page-note">The reference needs JavaScript. The OpenAPI document has the same information.</p>
      </noscript>
    </main>
    <footer class="page-footer">
      <p>Rendered by Swagger UI. <a href="LICENSES.txt">Licences</a></p>
    </footer>
  </body>
</html>
`;
}
