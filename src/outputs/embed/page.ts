// The page that frames show: a list that its address describes.
import { localeOf } from '../../text/locales/locales.ts';
import { html } from '../../text/html.ts';
import { documentMarkup } from '../frame/frame.ts';
import { pagePolicy } from '../shared/policy.ts';
import type { Site } from '../site-options.ts';
import { pathToRoot } from '../shared/page-paths.ts';
import { elementScript, embedFolder, frameScript } from './paths.ts';

/** Without the final newline. Its links lead out of the frame. */
export function framePage({ options: { title, locale } }: Site): string {
  const up = pathToRoot(`${embedFolder}/`);
  return documentMarkup(up, localeOf(locale), {
    policy: pagePolicy,
    title,
    head: html`<meta name="robots" content="noindex">\n<base target="_top">\n`,
    scripts: html`<script type="module" src="${up}${frameScript}"></script>
<script type="module" src="${up}${elementScript}"></script>`,
    body: html`<main>
<h1 class="visually-hidden">${title}</h1>
<course-list><a href="${up}">${title}</a></course-list>
</main>
`,
  });
}
