// Project files: what makes a folder a catalog that can be checked, built and kept in Git, whatever its host.
import { configFile } from '../configuration.ts';
import type { HostName } from '../site/hosts/hosts.ts';
import type { Kind } from '../source/find.ts';

export interface InitFile {
  /** Below the folder, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The host whose build service reads it; absent for what every catalog has. */
  readonly host?: HostName;
}

/** What was asked for. */
export interface Project {
  readonly host: HostName;
  /** Where the site will be; undefined where that is not settled yet. */
  readonly baseUrl: string | undefined;
  /** The version of this package, which the catalog's `package.json` asks for. */
  readonly version: string;
}

export const packageName = 'static-course-catalog';
export const packageFile = 'package.json';

/** The JSON Schema of a kind of file, for an editor: a path from the folder `up`, which leads to that of the catalog. */
export function schemaIn(up: string, kind: 'configuration' | Kind): string {
  return `${up}/node_modules/${packageName}/lib/published/schemas/source/${kind}.json`;
}

/** Configuration, package, ignored folders and the page for people, which tells the steps to publish the catalog. */
export function projectFiles(project: Project, steps: string): InitFile[] {
  const { host, baseUrl } = project;
  return [
    { path: 'README.md', text: readme(steps) },
    { path: configFile, text: json({ $schema: schemaIn('.', 'configuration'), host, baseUrl }) },
    { path: packageFile, text: packageText(project) },
    { path: '.gitignore', text: '/node_modules/\n/dist/\n/.dist.*\n/changes.*\n' },
  ];
}

function packageText({ version }: Project): string {
  return json({
    private: true,
    scripts: {
      build: 'course-catalog build',
      check: 'course-catalog check',
      preview: 'course-catalog preview --watch',
      verify: 'course-catalog verify',
    },
    dependencies: { [packageName]: `^${version}` },
    engines: { node: '>=20.19' },
  });
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function readme(steps: string): string {
  return `# A catalog of courses

The courses, providers and categories in \`data/\` become a read-only JSON API of plain files.

## Edit

| file | holds |
|---|---|
| \`data/providers.yaml\` | who offers courses: \`id\`, \`name\` |
| \`data/categories.yaml\` | the tree of subjects: \`id\`, \`name\`, \`children\` |
| \`data/courses/\` | the courses, in any number of files: YAML, CSV, JSON or NDJSON |

Ids are whole numbers and stay for good. A course is found by its \`linkurl\`: a new address makes it a new course to those who read the API. To allow only some names of languages, list them in \`data/languages.yaml\`.

## Check and look

\`\`\`
npm install
npx course-catalog check
npx course-catalog preview --watch --open
\`\`\`

\`check\` names the file, the line and the column of whatever is wrong. \`preview\` serves the site on this machine, the page for people at its root, and builds it again whenever you save. \`title\`, \`description\` and \`color\` in \`course-catalog.config.json\` give that page its name, a sentence and its color.

## Publish

${steps}
`;
}
