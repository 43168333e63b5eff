// Fits: whether what a column holds may be the field that its heading names, which has false friends in other languages.
import { interfaceFields, pageFields, type FieldKind, type FieldRow } from '../../catalog/fields.ts';
import type { HeadingMeaning } from '../formats/table/heading-names.ts';
import type { Fit, HeadingOrigin } from '../formats/table/headings.ts';
import type { ColumnContent } from './column-content.ts';

type Is = (content: ColumnContent) => boolean;

const isDate: Is = (content) => content.isDate;
const hasAddress: Is = (content) => content.hasAddress;
const repeats: Is = (content) => content.repeats || content.isOrganization;

/** What every column of a meaning holds, whatever its heading. */
const always: Partial<Record<HeadingMeaning, Is>> = {
  subtitles: (content) => content.share('language') >= 0.5,
  start_date: (content) => !content.isTime(),
  end_date: (content) => !content.isTime(),
};

/** What it holds where the heading is English, in a list of another language, by the kind of its field. */
const ofEnglish: Partial<Record<FieldKind, Is>> = {
  languages: (content) => content.share('language') >= 0.5,
  link: hasAddress,
  address: hasAddress,
};

/** What it holds where the heading is of a language that is neither English nor that of the list. */
const ofOthers: Partial<Record<FieldKind, Is>> = {
  ...ofEnglish,
  reference: repeats,
  references: repeats,
  authors: mayBePersons,
  date: isDate,
  timestamp: isDate,
  html: (content) => content.texts.some(({ length }) => length > 60),
  price: (content) => content.share('price') >= 0.5,
  duration: (content) => content.share('duration') >= 0.5,
};

/** The same where the kind does not tell; what is neither here nor there, it is not. */
const ofOthersByName: Partial<Record<HeadingMeaning, Is>> = {
  title: (content) => content.isText,
  provider_url: hasAddress,
  key: (content) => content.isCode,
  level: repeats,
  format: repeats,
  time: (content) => content.isTime(),
};

const rows: Readonly<Record<string, FieldRow>> = { ...interfaceFields, ...pageFields };

/** Whether most values have the form of names of persons, which organizations have as well. */
export function mayBePersons(content: ColumnContent): boolean {
  return content.share('person') > 0.8;
}

/** How well columns fit what their headings name. */
export function fitWith(contents: readonly ColumnContent[]): Fit {
  const byColumn = new Map(contents.map((content) => [content.column, content]));
  return (meaning, column, origin) => {
    const content = byColumn.get(column);
    // Of two columns that may be a field, one may hold nothing.
    if (content === undefined || content.texts.length === 0) return 1;
    if (origin === 'either') {
      if (meaning === 'author') return mayBePersons(content) && content.share('personTitle') >= 0.2 ? 2 : 0;
      return content.share('person') < 0.2 ? 3 : 0;
    }
    // What is the same in many rows says little of a course.
    if (meaning === 'title' && (content.isConstant || content.repeats)) return content.isConstant ? 1 : 2;
    if (meaning === 'time' && content.isDate) return 0;
    const isFitting = neededFor(meaning, origin)?.(content) ?? origin !== 'foreign';
    return isFitting && always[meaning]?.(content) !== false ? 3 : 0;
  };
}

function neededFor(meaning: HeadingMeaning, origin: HeadingOrigin): Is | undefined {
  const kind = rows[meaning]?.kind ?? 'text';
  if (origin === 'foreign') return ofOthersByName[meaning] ?? ofOthers[kind];
  // Many lists name licenses without their addresses.
  return origin === 'english' && meaning !== 'license' ? ofEnglish[kind] : undefined;
}
