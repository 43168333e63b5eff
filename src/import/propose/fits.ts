// Fits: whether what a column holds may be the field that its heading names, which has false friends in other languages.
import type { HeadingMeaning } from '../formats/table/heading-names.ts';
import type { Fit } from '../formats/table/headings.ts';
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

/** What it holds where the heading is English, in a list of another language. */
const ofEnglish: Partial<Record<HeadingMeaning, Is>> = {
  language: (content) => content.share('language') >= 0.5,
  linkurl: hasAddress,
  image: hasAddress,
};

/** What it holds where the heading is of a language that is neither English nor that of the list; what is not here, it is not. */
const ofOthers: Partial<Record<HeadingMeaning, Is>> = {
  ...ofEnglish,
  title: (content) => content.isText,
  provider: repeats,
  provider_url: hasAddress,
  license: hasAddress,
  author: mayBePersons,
  date_published: isDate,
  date_modified: isDate,
  start_date: isDate,
  end_date: isDate,
  description: (content) => content.texts.some(({ length }) => length > 60),
  key: (content) => content.isCode,
  categories: repeats,
  level: repeats,
  format: repeats,
  price: (content) => content.share('price') >= 0.5,
  duration: (content) => content.share('duration') >= 0.5,
  workload: (content) => content.share('duration') >= 0.5,
  time: (content) => content.isTime(),
};

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
    const needed = origin === 'foreign' ? ofOthers[meaning] : origin === 'english' ? ofEnglish[meaning] : undefined;
    const isFitting = needed?.(content) ?? origin !== 'foreign';
    return isFitting && always[meaning]?.(content) !== false ? 3 : 0;
  };
}
