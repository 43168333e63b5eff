// The page of a report: one HTML file that needs no other, no script and no network.
import { barSection } from './bars.ts';
import { changesSection } from './changes.ts';
import type { ReportData } from './data.ts';
import { headerOf, warningsSection } from './header.ts';
import { html } from '../html.ts';
import { stagesSection } from './stages.ts';
import { styleSheet } from './style.ts';
import { endpointsSection, listsSection } from './tables.ts';
import { yearsSection } from './years.ts';

/** The page: what was built, what changed since the last build, then charts. The same data give the same bytes. */
export function renderReport(data: ReportData): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Build report: ${data.baseUrl}</title>
        ${styleSheet()}
      </head>
      <body>
        ${headerOf(data)}
        <main>
          ${changesSection(data.changes)} ${warningsSection(data.warnings)} ${yearsSection(data.byYear)}
          <div class="pair">
            ${barSection('category', 'top-level categories', data.byCategory, 'A course in several counts in each.')}
            ${barSection('provider', 'providers', data.byProvider, '')}
            ${barSection('language', 'languages', data.byLanguage, 'A course in several counts in each.')}
            ${stagesSection(data.stages)}
          </div>
          ${listsSection(data.biggestLists)} ${endpointsSection(data.endpoints)}
        </main>
      </body>
    </html> `;
  return page.toString();
}
