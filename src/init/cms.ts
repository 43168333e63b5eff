// An editor in the browser for people without Git: the page that loads it, and its configuration, made from the fields of a course.
import { stringify } from 'yaml';
import { formLabels, type FormContent } from '../add/form-fields.ts';
import { localeOf } from '../locales/locales.ts';
import { defaultTag, type LocaleTag } from '../locales/tags.ts';
import type { EditorName } from '../options/option-table.ts';
import type { FactKind } from '../source/facts.ts';
import { recordFields } from '../source/schema.ts';
import type { InitFile, Project } from './project.ts';

/** What the page loads, with the digests of those files. */
const scripts = {
  sveltia: {
    address: 'https://unpkg.com/@sveltia/cms@0.221.1/dist/sveltia-cms.js',
    integrity: 'sha384-JQ+XsKx/UzwdTiNnFStza3XtqqQoVtyNPApkfvwlzZDfhe7giE9CnfQrpHqgv3k6',
  },
  decap: {
    address: 'https://unpkg.com/decap-cms@3.16.3/dist/decap-cms.js',
    integrity: 'sha384-A/Gdn928CNLufmnGWGs9RM4Q9o8bSNLeJERqBFrBjwzL7FRpoLT3MPF8Tl0+Wd2p',
  },
} as const satisfies Record<EditorName, object>;

export const cmsConfigFile = 'public/admin/config.yml';

/** The folder of the courses that the editor writes: each in a file of its own. */
const coursesFolder = 'data/courses/edited';

/** How to use it, for the catalog's README, in Markdown. */
export const cmsSteps =
  'Who may write to the repository edits courses in a browser, on the page `admin/` of the site. `public/admin/config.yml` names the repository, the fields, providers and categories: keep it up to date. `docs/adding-courses.md` of the package says how people sign in.';

type CmsProject = Pick<Project, 'host' | 'baseUrl' | 'cms'>;

/** The files of an editor; the text of its configuration is that of a catalog about which nothing is known. */
export function cmsFiles(project: CmsProject): InitFile[] {
  return [
    { path: 'public/admin/index.html', text: pageOf(project.cms ?? 'sveltia') },
    { path: cmsConfigFile, text: cmsConfig(project, undefined) },
  ];
}

/** A new course gets the second in which it is saved first as its id, since an editor in a browser knows no other ids. */
const pageOf = (cms: EditorName) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>Courses</title>
</head>
<body>
<script src="${scripts[cms].address}" integrity="${scripts[cms].integrity}" crossorigin="anonymous"></script>
<script>
CMS.registerEventListener({
  name: 'preSave',
  handler: ({ entry }) => {
    const data = entry.get('data');
    return data.get('id') ? data : data.set('id', Math.floor(Date.now() / 1000));
  },
});
</script>
</body>
</html>
`;

const widgets: Partial<Record<FactKind, object>> = {
  list: { widget: 'list' },
  date: { pattern: [String.raw`^\d{4}-\d{2}-\d{2}$`, '2026-11-23'] },
  'yes-no': { widget: 'select', options: ['yes', 'no'] },
};

/** The text of the configuration, which both editors read; that of Decap can work with its server on this machine. */
export function cmsConfig(
  { host, baseUrl, cms }: CmsProject,
  locale: LocaleTag = defaultTag('auto'),
  { facts, providers, categories }: FormContent = { facts: {}, providers: [], categories: [] },
): string {
  const { text } = localeOf(locale);
  const named = (records: FormContent['providers']) => records.map(({ id, name }) => ({ label: name, value: id }));
  const own: Readonly<Record<string, object | undefined>> = {
    provider: { widget: 'select', options: named(providers) },
    categories: { widget: 'select', multiple: true, options: named(categories) },
    language: { widget: 'list' },
    date_published: widgets.date,
    description: { widget: 'text' },
  };
  const fields = Array.from(formLabels(locale, facts), ([name, label]) => ({
    name,
    label,
    required: recordFields.courses.required.includes(name),
    widget: 'string',
    ...(own[name] ?? widgets[facts[name]?.kind ?? 'text']),
  }));
  const courses = {
    name: 'courses',
    label: text('nav.courses'),
    folder: coursesFolder,
    create: true,
    format: 'yaml',
    extension: 'yaml',
    identifier_field: 'title',
    fields: [{ name: 'id', label: 'id', widget: 'hidden' }, ...fields],
  };
  const backend = {
    name: host === 'gitlab-pages' ? 'gitlab' : 'github',
    repo: repositoryOf(baseUrl),
    branch: 'main',
  };
  return stringify(
    {
      backend,
      ...(cms === 'decap' && { local_backend: true }),
      media_folder: 'public/pictures',
      public_folder: '/pictures',
      collections: [courses],
    },
    { lineWidth: 0 },
  );
}

/** The repository of a site at the address that its host gives it; a placeholder for any other. */
function repositoryOf(baseUrl = ''): string {
  const [, owner, name] = /^https:\/\/([\w-]+)\.git(?:hub|lab)\.io(?:\/([\w.-]+))?$/u.exec(baseUrl) ?? [];
  return owner === undefined ? 'OWNER/REPOSITORY' : `${owner}/${name ?? new URL(baseUrl).hostname}`;
}
