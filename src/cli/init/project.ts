// Project files: the files that every catalog needs, whatever its host.
import { basename, isAbsolute } from 'node:path';
import type { HostName } from '../../hosts/hosts.ts';
import type { LocaleTag } from '../../text/locales/tags.ts';
import { configFile } from '../../options/configuration.ts';
import type { CustomField } from '../../options/custom-fields.ts';
import type { CommandName, SchedulerName } from '../../options/option-table.ts';
import { installPathFrom } from '../../package-info.ts';
import type { RecordKind } from '../../catalog/source/find.ts';
import { shellWord } from '../../text/shell.ts';
import { shardsFolder } from './schedulers/shards.ts';

export interface InitFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The text that this one replaces; absent for a new file. */
  readonly previousText?: string | undefined;
  /** The host whose build service reads it; absent for files that every catalog has. */
  readonly host?: HostName;
}

/** What a build service or a scheduler needs. */
export interface ServiceFiles {
  readonly files: readonly InitFile[];
  /** How to use them, for the catalog's README, in Markdown. */
  readonly steps: string;
  /** The steps in one line; absent if the build is published manually. */
  readonly next?: string;
}

export interface Project {
  readonly host: HostName;
  /** The address of the site; undefined if it is not decided yet. */
  readonly baseUrl: string | undefined;
  /** The scheduler that builds the catalog in shards, if any. */
  readonly scheduler?: SchedulerName | undefined;
  /** The file or address from which the catalog is imported; undefined if it starts from the sample. */
  readonly imported?: string | undefined;
  /** The repository that this package was released from, as its `package.json` names it; undefined before that. */
  readonly repository?: string | undefined;
  /** The version of this package, for the catalog's `package.json`. */
  readonly version: string;
  /** The path to what npm installs this package from; undefined if that is the registry. */
  readonly packagePath?: string | undefined;
}

/** What a list says about its site, if it does. */
export interface SiteNames {
  readonly title?: string | undefined;
  /** The language of its pages. */
  readonly locale?: LocaleTag | undefined;
  /** The columns that its pages show beside the usual fields. */
  readonly fields?: Readonly<Record<string, CustomField>> | undefined;
}

export const packageName = 'static-course-catalog';
export const packageFile = 'package.json';

/** What starts a command line to type in a folder. Whoever begins a catalog may not have installed the command there yet. */
export function npxCommand(command: CommandName, folder: string): string {
  return command === 'init' ? `npx ${shellWord(installPathFrom(folder) ?? packageName)}` : `npx --no ${packageName}`;
}

/** The path to the JSON Schema of a kind of file, for editors; `up` is the relative path to the folder of the catalog. */
export function schemaPath(up: string, kind: 'configuration' | RecordKind): string {
  return `${up}/node_modules/${packageName}/lib/published/schemas/source/${kind}.json`;
}

/** Configuration, `package.json`, `.gitignore`, and a README with the `steps` to publish the catalog, which may begin with a push. */
export function projectFiles(project: Project, steps: string, isPushed: boolean): InitFile[] {
  const edits = project.imported === undefined ? sampleEdits : importedEdits(project.imported);
  const ignored = `/node_modules/\n/dist/\n/.dist.*\n/data/..*\n/data/**/.*.part\n/changes.*\n${project.scheduler ? `/${shardsFolder}/\n` : ''}`;
  return [
    { path: 'README.md', text: readme(edits, nextWeek(project, isPushed), steps) },
    { path: configFile, text: configText(project) },
    { path: packageFile, text: packageText(project) },
    { path: '.gitignore', text: ignored },
  ];
}

export function configText({ host, baseUrl, title, locale, fields }: Project & SiteNames): string {
  return jsonText({
    $schema: schemaPath('.', 'configuration'),
    host,
    baseUrl,
    title,
    locale,
    dumps: ['ndjson'],
    fields,
    maxRemoved: '10%',
  });
}

function packageText({ version, packagePath: path }: Project): string {
  return jsonText({
    private: true,
    scripts: {
      build: 'static-course-catalog build',
      check: 'static-course-catalog check',
      import: 'static-course-catalog import --again',
      preview: 'static-course-catalog preview --watch',
      verify: 'static-course-catalog verify',
    },
    dependencies: { [packageName]: path === undefined ? `^${version}` : `file:${path}` },
    engines: { node: '>=20.19' },
  });
}

export function jsonText(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

const sampleEdits = `| file | contents |
|---|---|
| \`data/providers.yaml\` | who offers courses: \`id\`, \`name\` |
| \`data/categories.yaml\` | the tree of subjects: \`id\`, \`name\`, \`children\` |
| \`data/courses/\` | the courses, in any number of files: YAML, CSV, JSON or NDJSON |`;

function importedEdits(source: string): string {
  return `The courses in \`data/\` were imported from ${sourceName(source)}. To change them, edit them there and import them again, as under Next week.

Ids stay the same, and answers that you gave are remembered. You may edit \`data/\` too: the next import moves what you edited to \`data/courses/edited.yaml\`, where it wins over the list. Put courses of your own into other files in \`data/courses/\`.`;
}

/** What to do whenever there are other courses. */
function nextWeek({ imported, host }: Project, isPushed: boolean): string {
  const isFile = imported !== undefined && !/^https?:/iu.test(imported);
  const commands = [
    imported === undefined ? 'npm run check' : 'npx --no static-course-catalog import --again --prune',
    ...(isPushed ? ['git add --all', 'git commit --message "Update the courses"', 'git push'] : []),
  ];
  return [
    `Edit ${imported === undefined ? 'the files in `data/`' : sourceName(imported)}. Then:`,
    ['```', ...commands, '```'].join('\n'),
    isPushed ? 'The push publishes them.' : 'Then build and publish the catalog as below.',
    ...(imported === undefined ? [] : [prunedCourses]),
    ...(isFile && host === 'github-pages' ? [uploadedList(imported)] : []),
    ...(isFile ? [publicList] : []),
  ].join('\n\n');
}

const prunedCourses =
  'With `--prune`, courses that are gone from the list are removed; without it they stay. `npm run import --prune` does not remove them, because npm keeps that option to itself.';

/** An upload with the name of the list takes over its import, which then reads this file no more. */
function uploadedList(imported: string): string {
  return `Once a list of that name is in \`lists/\`, its courses come from there: edit that one, and delete ${sourceName(imported)}.`;
}

const publicList =
  'Everybody can see what is in a public repository: also the list itself, with its remarks, hidden columns and hidden sheets. If these are not for everybody, keep the list elsewhere, or add its name to `.gitignore` before the first commit.';

/** An address or a path in this folder; of a file elsewhere only the name, as the path means nothing to others. */
function sourceName(source: string): string {
  const name = isAbsolute(source) || source.startsWith('..') ? basename(source) : source;
  return `\`${name.replaceAll(/[`\r\n]/gu, '')}\``;
}

function readme(edits: string, next: string, steps: string): string {
  return `# A catalog of courses

The courses, providers and categories in \`data/\` become a read-only JSON API of plain files.

## Edit

${edits}

Ids are whole numbers and never change. Clients of the API identify a course by its \`linkurl\`: with a new one it is a new course. To restrict the names of languages, list the allowed ones in \`data/languages.yaml\`. \`node_modules/${packageName}/docs/source-format.md\` describes every field.

## Check and look

\`\`\`
npm install
npm run check
npm run preview -- --open
\`\`\`

\`check\` reports every problem with its file, line and column. \`preview\` serves the site on this machine, with a page for people at its root, and rebuilds it whenever you save. \`title\`, \`description\` and \`color\` in \`course-catalog.config.json\` set the name, a short description and the color of that page.

## Next week

${next}

## Publish

${steps}
`;
}
