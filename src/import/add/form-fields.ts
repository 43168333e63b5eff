// The fields of the form in which people propose a course: their labels in the languages of pages, by which a filled form is read.
import { localeOf } from '../../text/locales/locales.ts';
import type { LocaleTag } from '../../text/locales/tags.ts';
import type { MessageName } from '../../text/locales/translate.ts';
import { customFieldsOf, type FieldTable } from '../../catalog/source/fields.ts';
import { findSource } from '../../catalog/source/find.ts';
import { readFile } from '../../catalog/source/read.ts';
import { fieldOf, type SourceRecord } from '../../catalog/source/record.ts';
import { courseFormat } from '../../catalog/source/schema.ts';

/** In the order of the form. The description is the last: a text of several lines could hold the heading of a field after it. */
const messages = {
  title: 'pages.formTitle',
  linkurl: 'pages.formAddress',
  provider: 'field.provider',
  language: 'field.language',
  date_published: 'field.published',
  categories: 'field.categories',
  author: 'field.author',
  tags: 'field.tags',
  license: 'pages.license',
  description: 'course.description',
} as const satisfies Record<string, MessageName>;

/** The label of each field of a course, with those of page fields before the description. */
export function formLabels(locale: LocaleTag, fields: FieldTable): ReadonlyMap<string, string> {
  const { text } = localeOf(locale);
  const plain = Object.entries(messages).map(([field, name]): [string, string] => [field, text(name, { count: 1 })]);
  const own = Object.entries(fields).map(([name, { labels }]): [string, string] => [name, labels[locale]]);
  return new Map([...plain.slice(0, -1), ...own, ...plain.slice(-1)]);
}

/** The page fields that a form asks for: custom fields, and those of a table that its courses have. What cannot be read in the folder, a check reports. */
export async function formFields(data: string, table: FieldTable): Promise<FieldTable> {
  const used = new Set(Object.keys(customFieldsOf(table)));
  const record = ({ value }: SourceRecord) => {
    for (const name of Object.keys(table)) if ((fieldOf(value, name) ?? '') !== '') used.add(name);
  };
  const { files } = await findSource(data);
  for (const file of files.filter(({ kind }) => kind === 'courses'))
    await readFile(file, courseFormat(table).fields, { record, problem: () => {} });
  return Object.fromEntries(Object.entries(table).filter(([name]) => used.has(name)));
}
