// Questions of `add`: asked on a terminal for the fields of the course that were not given.
import input from '@inquirer/input';
import select from '@inquirer/select';
import type { Asking } from '../import/add/add.ts';
import { quoteText } from '../text/quote.ts';
import { prompt, type Terminal } from './prompt.ts';

const questions: Readonly<Record<string, string>> = {
  title: 'What is the title of the course?',
  linkurl: 'At which address is it?',
  provider: 'Who offers it?',
  language: 'In which language?',
  date_published: 'When was it published? (2026-11-23, 23.11.2026 or today)',
};

const furtherQuestion =
  'What else is known of it? (such as level=beginner, price=49.90 EUR, tags="a=1, b=2"; or leave empty)';

/** A field with its value, up to the next one; within quotes, a value may look like further fields. */
const pair = /(?<=^|[,;\s])(\w+)\s*=\s*(?:"([^"]*)"|(.*?))(?=\s*(?:[,;\s]\s*\w+\s*=|[,;]?\s*$))/gsu;

function pairsOf(text: string): [field: string, value: string][] {
  const pairs = [...text.matchAll(pair)];
  const before = text.slice(0, pairs[0]?.index ?? text.length).trim();
  return [
    ...(before === '' ? [] : [[before, ''] satisfies [string, string]]),
    ...pairs.map(([, field = '', quoted, plain = '']): [string, string] => [field, (quoted ?? plain).trim()]),
  ];
}

/** Asks on a terminal. */
export function addingQuestions(terminal: Terminal): Asking {
  return {
    field: async (field, whyInvalid) => {
      const validate = (text: string) => whyInvalid(text.trim()) ?? true;
      const config = { message: questions[field] ?? field, validate };
      return (await prompt(terminal, async (context) => input(config, context))).trim();
    },
    further: async (whyInvalid) => {
      const validate = (text: string) =>
        pairsOf(text).flatMap(([field, value]) => whyInvalid(field, value) ?? [])[0] ?? true;
      const config = { message: furtherQuestion, validate };
      return Object.fromEntries(pairsOf(await prompt(terminal, async (context) => input(config, context))));
    },
    name: async (kind, name, near) => {
      const noun = kind === 'providers' ? 'provider' : 'category';
      const choices = [
        ...(near === undefined ? [] : [{ value: 'near', name: `take ${quoteText(near)}` }]),
        { value: 'new', name: `add ${quoteText(name)} as a new ${noun}` },
        { value: 'other', name: 'type another name' },
      ];
      const message = `The catalog has no ${noun} ${quoteText(name)}.`;
      const answer = await prompt(terminal, async (context) => select<string>({ message, choices }, context));
      if (answer !== 'other') return answer === 'near' ? near : undefined;
      const config = { message: 'Which name?', validate: (text: string) => text.trim() !== '' };
      return (await prompt(terminal, async (context) => input(config, context))).trim();
    },
  };
}
