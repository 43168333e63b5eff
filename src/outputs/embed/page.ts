// The page that frames show: a list that its address describes.
import { localeOf } from '../../text/locales/locales.ts';
import { html } from '../../text/html.ts';
import { pagePolicy } from '../shared/policy.ts';
import type { Site } from '../site-options.ts';
import { pathToRoot, stylesheetFile } from '../shared/page-paths.ts';
import { elementScript, embedFolder, frameScript } from './paths.ts';

/** Without the final newline. Its links lead out of the frame. */
export function framePage({ options: { title, locale } }: Site): string {
  const { tag, dir } = localeOf(locale);
  const up = pathToRoot(`${embedFolder}/`);
  return html`<!doctype html>
<html lang="${tag}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
<base target="_top">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}${stylesheetFile}">
<script type="module" src="${up}${frameScript}"></script>
<script type="module" src="${up}${elementScript}"></script>
</head>
<body>
<main>
<h1 class="visually-hidden">${title}</h1>
<course-list><a href="${up}">${title}</a></course-list>
</main>
</body>
</html>`.toString();
}
