// The frame of the course pages and of the lists of them: one document without scripts.
import { html } from '../../text/html.ts';
import type { Content, Markup } from '../../text/markup.ts';
import type { PlannedSite } from '../build-options.ts';
import { coursePagesPolicy } from '../policy.ts';
import { providerPagesFolder, stylesheetFile } from './paths.ts';

/** The properties of a site that its course pages depend on. Plain data, so that other threads can have it. */
export interface PagesSite {
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string;
  /** The name of the catalog. */
  readonly title: string;
  /** Whether `index.html` at the site root is the catalog page, which can show a course. */
  readonly frontPage: boolean;
  /** Whether there is any page at the site root. */
  readonly hasStartPage: boolean;
}

export function pagesSiteOf({ options, parts, hasStartPage }: PlannedSite): PagesSite {
  return { baseUrl: options.baseUrl, title: options.title, frontPage: parts.frontPage, hasStartPage };
}

export interface PageParts {
  readonly title: string | Markup;
  /** One line. */
  readonly summary: string | Markup;
  /** The folder of the page, relative to the site root, with a trailing slash. */
  readonly folder: string | Markup;
  /** More elements of the head. */
  readonly head: Content;
  readonly main: Content;
  /** Links to other forms of the page; may be empty. */
  readonly footer: Content;
}

/** A whole page, without the final newline. Links are relative, so that a preview and a copy can be browsed. */
export function pageMarkup({ title, summary, folder, head, main, footer }: PageParts, site: PagesSite): string {
  const up = upFrom(folder.toString());
  const address = html`${site.baseUrl}/${folder}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${coursePagesPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} – ${site.title}</title>
<meta name="description" content="${summary}">
<meta property="og:description" content="${summary}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${site.title}">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${address}">
<link rel="canonical" href="${address}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}${stylesheetFile}">
${head}</head>
<body>
<header><a href="${site.hasStartPage ? up : `${up}${providerPagesFolder}/`}"><bdi>${site.title}</bdi></a></header>
<main>
${main}</main>
${footer === '' ? [] : [html`<footer>${footer}</footer>\n`]}</body>
</html>`.toString();
}

/** The relative path from a folder to the site root. */
export function upFrom(folder: string): string {
  return '../'.repeat(folder.split('/').length - 1);
}
