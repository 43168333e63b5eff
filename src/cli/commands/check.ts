// The command `check`: reports every problem in a catalog, or what the catalog contains.
import { checkReport, runCheck } from '../actions/check.ts';
import { actionOf, printJson, reportWarnings, say, withProgress, type Session } from '../session.ts';
import { count } from '../../text/number-format.ts';
import { bold, line } from '../../text/terminal.ts';
import type { CommandRow } from './command.ts';

export const checkCommand: CommandRow = {
  name: 'check',
  description: 'report every problem in a catalog; if there are none, what it contains',
  examples: {
    'Check the catalog in data/': '',
    'Check another folder, and print the problems as JSON': '--data drafts --json',
  },
  run: checkCatalog,
};

async function checkCatalog(session: Session): Promise<boolean> {
  const { io, options } = session;
  const { summary, warnings } = await withProgress(session, (onProgress) => runCheck(actionOf(session, onProgress)));
  reportWarnings(warnings, session);
  if (options.json) printJson(io, checkReport({ summary, warnings }));
  if (options.quiet || options.json) return true;
  const { courses, providers, categories, languages, pages } = summary;
  const parts = [
    count(courses, 'course'),
    count(providers, 'provider'),
    count(categories, 'category', 'categories'),
    count(languages, 'language'),
  ];
  const lists = `${count(pages, 'list page')} to write`;
  say(io, line`${bold(options.data)} is valid: ${parts.join(', ')}; ${lists}`);
  return true;
}
