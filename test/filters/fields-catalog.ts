// A catalog whose courses have fields of every kind of filter, and what its source says of them, with none of the code of the page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copySync } from 'fs-extra/esm';
import { z } from 'zod';
import { shared } from '../helpers/shared.ts';
import { writeFiles } from '../helpers/folders.ts';
import { variedCatalog } from '../helpers/varied-catalog.ts';

/** The fields with few values, which tests count. */
export const fieldKinds = ['level', 'price', 'format', 'start_date', 'subtitles'] as const;

const attack = '"><img src=x onerror="window.hit=1"></script>';
const longText = `${'a long text '.repeat(90_000)}end`;
/** Values of the field with most of them. */
const audiences = 1000;

const day = 24 * 60 * 60 * 1000;

/** A day where the tests run, some days from today. */
function dayIn(days: number): string {
  const date = new Date(Date.now() + days * day);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

const values = {
  level: ['beginner', 'Intermediate', 'advanced', 'PhD', '', attack],
  price: [0, '49.90 EUR', '5 EUR', '', '199 EUR', '0.00 EUR', '1000 EUR', '12.50 USD'],
  format: [['online'], ['self-paced', 'online'], ['online', 'self-paced'], 'on-site', [], ['blended', 'in a park']],
  start_date: ['', dayIn(-400), dayIn(-35), dayIn(-1), dayIn(0), dayIn(1), dayIn(12), dayIn(300)],
  subtitles: ['English', ['German', 'Spanish'], [], 'Klingon'],
} as const;

/** The courses of the varied catalog, each with fields that follow from its id, in a folder that is written once per run. */
export function fieldsCatalog(): Promise<string> {
  return shared('fields catalog', async (folder) => {
    const [from, data] = [await variedCatalog(), join(folder, 'data')];
    copySync(from, data);
    const lines = readFileSync(join(from, 'courses.ndjson'), 'utf8').trimEnd().split('\n');
    const courses = lines.map((line) => {
      const course: { readonly id: number } = JSON.parse(line);
      return `${JSON.stringify({ ...course, ...fieldsIn(course.id) })}\n`;
    });
    writeFiles(data, { 'courses.ndjson': courses.join('') });
    return data;
  });
}

/** What a course has in the source beside what it has in the varied catalog. */
export function fieldsIn(id: number) {
  // As different as if they were independent.
  const pick = <Value>(all: readonly Value[], step: number, other: Value): Value =>
    all[Math.floor((id * step * 0.618) % all.length)] ?? other;
  return {
    linkurl: `https://fields.example/${id}`,
    level: pick<string>(values.level, 3, ''),
    price: pick<string | number>(values.price, 4, ''),
    format: pick<string | readonly string[]>(values.format, 5, ''),
    start_date: pick<string>(values.start_date, 6, ''),
    subtitles: pick<string | readonly string[]>(values.subtitles, 7, ''),
    duration: id % 2 === 0 ? 'PT10H30M' : '',
    audience: id === 1 ? longText : `Group ${id % audiences}`,
    prerequisites: id === 2 ? longText : null,
  };
}

const oneValue = z.union([z.string(), z.number().transform(String)]).transform((one) => (one === '' ? [] : [one]));
const field = z
  .union([z.array(oneValue), oneValue.transform((one) => [one])])
  .transform((all) => all.flat())
  .default([]);

/** What a visitor may choose of a value in the source. */
export function choicesIn(name: (typeof fieldKinds)[number], written: unknown): readonly string[] {
  const texts = field.parse(written);
  const [only] = texts;
  if (only === undefined) return [];
  if (name === 'price') return [Number.parseFloat(only) === 0 ? 'free' : 'paid'];
  if (name === 'start_date') {
    const today = dayIn(0);
    return [
      'any',
      ...(only >= today ? ['upcoming'] : []),
      ...(only.slice(0, 7) === today.slice(0, 7) ? ['month'] : []),
    ];
  }
  return name === 'subtitles' ? texts : texts.map((text) => (text in words ? text : (lowered(text) ?? text)));
}

function lowered(text: string): string | undefined {
  return text.toLowerCase() in words ? text.toLowerCase() : undefined;
}

const words: Readonly<Record<string, string>> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
  online: 'Online',
  'on-site': 'On site',
  blended: 'Blended',
  'self-paced': 'Self-paced',
  free: 'Free',
  paid: 'Paid',
  any: 'Has a date',
  upcoming: 'Upcoming',
  month: 'This month',
};

/** A choice in English. */
export function wordsOf(choice: string): string {
  return words[choice] ?? choice;
}
