// One import with the options of a session: its progress, and what is said of its result.
import { basename, extname } from 'node:path';
import type { ImportOptions, ImportResult } from '../import/import.ts';
import { answerOptions, type Question } from '../import/questions.ts';
import type { Ledger } from '../import/write/ledger.ts';
import type { SiteNames } from '../init/project.ts';
import { localeTags } from '../locales/tags.ts';
import { resolveOptions } from '../options/configuration.ts';
import { flagOf, type Options } from '../options/option-table.ts';
import { reservedName } from '../paths.ts';
import { shellWord } from '../text/shell.ts';
import { dim } from '../text/terminal.ts';
import { print, reportWarnings, say, terminalOf, withProgress, type Session } from './session.ts';

/** One import of a command. */
export interface ImportRun {
  readonly name: string;
  readonly source: string;
  /** The files that it reads. */
  readonly inputs: readonly string[];
  /** The file that may answer its questions; undefined if only options do. */
  readonly answersFile?: string;
  /** Its options, and the session in which it runs. Throws a ProblemsError if an answer cannot be used. */
  readonly prepare: () => Promise<{ readonly importOptions: ImportOptions; readonly session: Session }>;
}

/** Imports one source, and reports it; asks what it cannot decide, and passes on what it would ask. */
export async function importOne(
  importOptions: ImportOptions,
  session: Session,
  command: 'import' | 'init' = 'import',
  onQuestions: (questions: readonly Question[]) => void = () => {},
) {
  const { io, options, signal, version } = session;
  const { importCatalog } = await import('../import/import.ts');
  const { importLines } = await import('../import/report.ts');
  const { importAsking } = await import('./import-questions.ts');
  const asking = options.again ? { ...session, argument: importOptions.name } : session;
  const isAsking = terminalOf(session) !== undefined;
  const result = await importAsking(importOptions, asking, command, async (answered, offersFacts) => {
    const outcome = await withProgress(session, (onProgress) =>
      importCatalog(answered, { onProgress, signal, version, isAsking, offersFacts }),
    );
    onQuestions('questions' in outcome ? outcome.questions : []);
    return outcome;
  });
  reportWarnings(result.warnings, session);
  if (options.json || options.quiet) return result;
  const lines = importLines(result, options.data, options.dryRun);
  // `init` says itself what it wrote, and what comes next.
  say(io, ...(command === 'init' ? lines.slice(0, -1) : lines));
  if (options.dryRun && result.format === 'table') print(io, ...result.map.trimEnd().split('\n'));
  return result;
}

/** The names that a list gives the site. */
export function siteNamesIn({ site: { title, language }, facts }: ImportResult): SiteNames {
  const hasFacts = Object.keys(facts).length > 0;
  return { title, locale: localeTags.find((tag) => tag === language), ...(hasFacts && { facts }) };
}

/** The options of the import of a source, with the answers to an earlier one. */
export async function importOptionsFor(source: string, session: Session): Promise<ImportOptions> {
  const { readLedger } = await import('../import/write/ledger.ts');
  const { options } = session;
  const name = options.name ?? importNameFor(source);
  const ledger = readLedger(options.data, name);
  const earlier = ledger && earlierOptions(ledger, answerOptions, session);
  return { ...options, ...earlier, source, name, isNameDerived: options.name === undefined };
}

/** The options of an earlier import that are not given now; with --forget without its answers. Those that are taken are shown. */
export function earlierOptions(
  { options: kept }: Ledger,
  names: readonly (keyof Options)[],
  { io, options, origins }: Session,
): Partial<Options> {
  const { options: earlier } = resolveOptions({ flags: kept, environment: {}, config: undefined });
  const isForgotten = (name: string) => options.forget && answerOptions.some((answer) => answer === name);
  const repeated = names.filter((name) => !origins.has(name) && !isForgotten(name));
  const answers = answerOptions.filter((name) => repeated.includes(name) && kept[name] !== undefined);
  if (answers.length > 0 && !options.json && !options.quiet) {
    const shown = answers.map((name) => `${flagOf(name)} ${shellWord(kept[name] ?? '')}`).join(' ');
    say(io, dim(`as answered before: ${shown} (--forget asks anew)`));
  }
  return Object.fromEntries(repeated.map((name) => [name, earlier[name]]));
}

/** The host of an address, or the name of a file without its ending. */
export function importNameFor(source: string): string {
  const name =
    /^https?:/iu.test(source) && URL.canParse(source) ? new URL(source).hostname : basename(source, extname(source));
  const plain = name
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/gu, '')
    .slice(0, 90);
  return reservedName.test(plain) ? `import-${plain}` : plain || 'import';
}
