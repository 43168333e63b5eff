// The command `init`: begins a catalog in the current folder, from a list or with a sample.
import { isAbsolute, join, relative, resolve } from 'node:path';
import { importOne, importOptionsWithAnswers, siteNamesIn } from '../import-one.ts';
import { printJson, reportWarnings, say, terminalOf, type Session } from '../session.ts';
import type { Project, SiteNames } from '../init/project.ts';
import { configFile } from '../../options/configuration.ts';
import { flagOf } from '../../options/option-table.ts';
import { customFields } from '../../options/custom-fields.ts';
import type { FieldTable } from '../../catalog/fields.ts';
import { installPathFrom } from '../../package-info.ts';
import { problemData } from '../../text/messages.ts';
import { bold, dim, line, type Text } from '../../text/terminal.ts';
import type { CommandRow } from './command.ts';

export const initCommand: CommandRow = {
  name: 'init',
  description:
    'begin a catalog in this folder: import its courses, or write a small sample, with the configuration and the files that its host needs; on a terminal it prompts for what is missing',
  argument: { name: 'url-or-file', description: 'the list of courses to begin with, a spreadsheet for example' },
  shownOptions: ['host', 'baseUrl', 'map', 'provider', 'language', 'dateOrder', 'defaultDate', 'skipMissing', 'quiet'],
  examples: {
    'Begin a catalog from a list, with prompts for the rest': 'courses.xlsx',
    'Begin one without a list, for GitHub Pages': '--host github-pages --base-url https://user.github.io/repo',
  },
  run: runInit,
};

async function runInit(session: Session): Promise<boolean> {
  const { io, options, version, repository } = session;
  const { hasNoCatalog, planInit } = await import('../init/init.ts');
  const folder = io.cwd();
  const { source, host, baseUrl } = await answersOf(session, () => hasNoCatalog(folder));
  const imported = source === undefined ? undefined : sourceFrom(folder, source);
  const write = planInit({
    folder,
    host,
    baseUrl,
    version,
    repository,
    packagePath: installPathFrom(folder),
    scheduler: options.scheduler,
    imported,
  });
  const result = imported === undefined ? undefined : await importInto(imported, { host, baseUrl }, session);
  const names = result && siteNamesIn(result);
  const isSample = imported === undefined && hasNoCatalog(folder);
  const { written, kept, warnings, next } = write(names, isSample ? undefined : await fieldsOfForm(names, session));
  const isSilent = options.json || options.quiet;
  if (!isSilent) {
    const courses = result?.hasWritten ? [`data/courses/${result.name}.ndjson`] : [];
    say(
      io,
      ...[...courses, ...written].map((path) => line`wrote ${bold(path)}`),
      ...kept.map((path) => dim(`kept  ${path}`)),
      ...(written.includes(configFile) ? namesLines(names) : []),
    );
  }
  reportWarnings(warnings, session);
  if (options.json) {
    const { importReport } = await import('../../import/report.ts');
    const site = { host, baseUrl: baseUrl ?? null, title: names?.title ?? null, locale: names?.locale ?? null };
    printJson(io, {
      ok: true,
      ...site,
      ...(result && { imported: importReport(result) }),
      written,
      kept,
      problems: warnings.map(problemData),
    });
  }
  if (!isSilent) say(io, ...next);
  return true;
}

/** The fields in the form of the catalog, by now imported, with those that its configuration will name. */
async function fieldsOfForm(names: SiteNames | undefined, { io, options }: Session): Promise<FieldTable> {
  const { formFields } = await import('../../import/add/form-fields.ts');
  const fields = names?.fields === undefined ? options.fields : customFields.read(JSON.stringify(names.fields));
  return formFields(join(io.cwd(), 'data'), fields);
}

/** An address, or the path from the folder to a file in it, however it was typed. */
function sourceFrom(folder: string, source: string): string {
  if (isAddress.test(source)) return source;
  const path = relative(folder, resolve(folder, source));
  return isAbsolute(path) || path.startsWith('..') ? source : path;
}

const isAddress = /^https?:/iu;

/** Imports a source into the catalog of a folder. If that fails, the command that goes on has the answers so far. */
async function importInto(source: string, { host, baseUrl }: Pick<Project, 'host' | 'baseUrl'>, session: Session) {
  const folder = session.io.cwd();
  const isHere = resolve('.') === folder;
  const data = isHere ? 'data' : join(folder, 'data');
  const from = isHere || isAddress.test(source) ? source : resolve(folder, source);
  const origins = new Map(session.origins).set('host', flagOf('host'));
  if (baseUrl !== undefined) origins.set('baseUrl', flagOf('baseUrl'));
  const options = { ...session.options, data, host, baseUrl: baseUrl ?? session.options.baseUrl };
  const answered = { ...session, argument: source, origins, options };
  return importOne(await importOptionsWithAnswers(from, answered), answered, 'init');
}

/** What the configuration has from the list. */
function namesLines({ title, locale }: SiteNames = {}): Text[] {
  return [
    ...(title === undefined ? [] : [line`title ${bold(`"${title}"`)}, which stands above the headings`]),
    ...(locale === undefined ? [] : [line`locale ${bold(locale)}, the language of the headings or of most courses`]),
  ].map((found) => line`found ${found}: ${configFile} has it, and you may change it there`);
}

/** The source, the host and the address: as given, or asked for on a terminal. */
async function answersOf(session: Session, isNew: () => boolean) {
  const { options, origins, argument } = session;
  const host = origins.has('host') ? options.host : undefined;
  const baseUrl = origins.has('baseUrl') ? options.baseUrl : undefined;
  const terminal = terminalOf(session);
  if (terminal === undefined) return { source: argument, host: host ?? options.host, baseUrl };
  const { askInit, askSource } = await import('../init-questions.ts');
  const source = argument ?? (isNew() ? await askSource(terminal) : undefined);
  return { source, ...(await askInit({ host, baseUrl }, terminal)) };
}
