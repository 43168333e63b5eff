// Fits: whether what a column holds may be the field that its heading names, which has false friends in other languages.
import { interfaceFields, pageFields, type FieldKind, type FieldRow } from '../../catalog/fields.ts';
import type { HeadingMeaning } from '../formats/table/heading-names.ts';
import type { Fit, HeadingOrigin } from '../formats/table/fields-by-headings.ts';
import { isGeneralHeading } from '../formats/table/headings.ts';
import type { ColumnContent } from './column-content.ts';

type Is = (content: ColumnContent) => boolean;

const hasLanguages: Is = ({ share }) => share('someLanguage') >= 0.5;
const hasRepeated: Is = ({ repeats, isMost }) => repeats || isMost('organization');
const isDate: Is = ({ isMost }) => isMost('date');
const isNoTime: Is = ({ isMost }) => !isMost('time');

/** How far a heading may be from the language of a list: the further, the more its column has to show. */
const origins: readonly HeadingOrigin[] = ['own', 'english', 'foreign'];

/** What columns of a meaning, or of fields of a kind, hold, and from which origin of their headings on. Of others a foreign heading is none. */
const needs: Partial<Record<HeadingMeaning | FieldKind, readonly [HeadingOrigin, Is]>> = {
  subtitles: ['own', hasLanguages],
  start_date: ['own', isNoTime],
  end_date: ['own', isNoTime],
  languages: ['english', hasLanguages],
  link: ['english', hasAddress],
  address: ['english', hasAddress],
  reference: ['foreign', hasRepeated],
  references: ['foreign', hasRepeated],
  authors: ['foreign', mayBePersons],
  date: ['foreign', isDate],
  timestamp: ['foreign', isDate],
  html: ['foreign', ({ share }) => share('longText') > 0],
  price: ['foreign', ({ share }) => share('price') >= 0.5],
  duration: ['foreign', ({ share }) => share('duration') >= 0.5],
  title: ['foreign', ({ isMost }) => isMost('text')],
  provider_url: ['foreign', hasAddress],
  key: ['foreign', ({ isCode }) => isCode],
  level: ['foreign', hasRepeated],
  format: ['foreign', hasRepeated],
  time: ['foreign', ({ isMost }) => isMost('time')],
};

const rows: Readonly<Record<string, FieldRow>> = { ...interfaceFields, ...pageFields };

/** Whether a value has an address in it. */
export function hasAddress({ share }: ColumnContent): boolean {
  return share('withAddress') > 0;
}

/** Whether most values have the form of names of persons, which organizations have as well. */
export function mayBePersons({ share }: ColumnContent): boolean {
  return share('person') > 0.8;
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
    if (meaning === 'title' && isGeneralHeading(column, 'title')) {
      if (content.share('personTitle') >= 0.2) return 0;
      if (mayBePersons(content)) return 0.5;
    }
    if (meaning === 'title' && content.isCode) return 0.4;
    // What is the same in many rows says little of a course.
    if (meaning === 'title' && (content.isConstant || !content.isFilled)) return 1;
    if (meaning === 'title' && content.distinct <= 0.5) return 2 + content.distinct;
    if (meaning === 'time' && isDate(content)) return 0;
    // Many lists name licenses without their addresses.
    if (meaning === 'license' && origin === 'english') return 3;
    const found = [needs[meaning], needs[rows[meaning]?.kind ?? 'text']].flatMap((need) => (need ? [need] : []));
    const asked = found.filter(([from]) => origins.indexOf(origin) >= origins.indexOf(from));
    return asked.every(([, is]) => is(content)) && (origin !== 'foreign' || found.length > 0) ? 3 : 0;
  };
}
