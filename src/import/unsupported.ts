// Unsupported: formats that are known by name but not read, with what to do instead.
import { fieldOf } from '../catalog/reading.ts';
import type { Finding } from '../problems.ts';
import type { Probe } from './format.ts';
import { elementsOf } from './rows.ts';

interface Unsupported {
  readonly name: string;
  /** Where the records are; undefined for the resource itself. */
  readonly list?: string;
  /** Fields that every record of this format has, and no other. */
  readonly fields: readonly string[];
  readonly remedy: string;
}

const ofOld = 'it is not published any more; name its fields with --map if you have a copy';

/** A new row here keeps a format from being read halfway as a table. */
const unsupported: readonly Unsupported[] = [
  {
    name: 'the course list of Coursera',
    list: 'elements',
    fields: ['slug', 'courseType'],
    remedy:
      "it has no addresses: --map 'title=name,linkurl:=https://www.coursera.org/learn/{slug},language=primaryLanguages' --provider NAME",
  },
  {
    name: 'the catalog of edX Discovery',
    list: 'results',
    fields: ['course_runs', 'key'],
    remedy:
      "several runs stand for one course: --map 'linkurl=marketing_url,provider=owners.name,language=course_runs.content_language'",
  },
  {
    name: 'the course list of Richie',
    list: 'objects',
    fields: ['absolute_url', 'course_runs'],
    remedy:
      "its addresses are relative: --map 'linkurl:=https://HOST{absolute_url},provider=organization_highlighted,language=course_runs.languages'",
  },
  { name: 'the course feed of FutureLearn', fields: ['uuid', 'image_url', 'organisation'], remedy: ofOld },
  { name: 'the course list of iversity', list: 'courses', fields: ['discipline', 'organisations'], remedy: ofOld },
  { name: 'the course list of Udacity', list: 'courses', fields: ['expected_learning', 'homepage'], remedy: ofOld },
];

/** Why a resource is not read; undefined if it may be. */
export function whyUnsupported({ json, start }: Probe): Finding | undefined {
  if (/<OAI-PMH[\s>]/u.test(start)) {
    const remedy = 'repositories hold mostly articles: export its courses as CSV or JSON, and import that';
    return { rule: 'import-format', finding: 'is a response of OAI-PMH, which is not read', remedy };
  }
  const found = unsupported.find(({ list, fields }) => {
    const [first] = elementsOf(list === undefined ? json : fieldOf(json, list));
    return fields.every((field) => fieldOf(first, field) !== undefined);
  });
  return (
    found && { rule: 'import-format', finding: `is ${found.name}, which is not read as it is`, remedy: found.remedy }
  );
}
