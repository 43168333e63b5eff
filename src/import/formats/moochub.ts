// The format `moochub`: the JSON:API of MOOChub, versions 1 to 3. Servers mix the names of all versions.
import { fieldOf } from '../../source/record.ts';
import type { FieldTable } from '../fields/fields.ts';
import { readJsonPages } from '../input/pages.ts';
import { columnsOf, elementsOf, isObject, withProvider } from '../rows.ts';
import type { ImportFormat } from './format.ts';

const fields: FieldTable = {
  title: [['name']],
  linkurl: [['url']],
  provider: [['publisher.name'], ['publisher'], ['moocProvider.name'], ['moocProvider']],
  language: [['inLanguage'], ['languages']],
  start_date: [['startDate']],
  end_date: [['endDate']],
  level: [['educationalLevel.name'], ['educationalLevel']],
  duration: [['duration']],
  workload: [['workload']],
  date_published: [['dateCreated'], ['dateModified']],
  description: [['description'], ['abstract'], ['abtract']],
  tags: [['keywords']],
  author: [['creator', 'instructor', 'instructors']],
  categories: [['educationalAlignment.name'], ['educationalAlignment.educationalFramework']],
  license: [['license.url'], ['license.identifier'], ['license'], ['licence'], ['courseLicenses.url']],
  date_modified: [['dateModified']],
  provider_url: [['publisher.url']],
  key: [['@id']],
};

export const moochub: ImportFormat = {
  recognize({ json }) {
    const [course] = elementsOf(fieldOf(json, 'data'));
    const isCourse = fieldOf(fieldOf(course, 'attributes'), 'name') !== undefined;
    return isCourse ? 'JSON:API whose data have attributes with a name' : undefined;
  },

  async read({ resource: first }, context) {
    const nextOf = (page: unknown) => {
      const next = fieldOf(fieldOf(page, 'links'), 'next');
      return isObject(next) ? fieldOf(next, 'href') : next;
    };
    const recordOf = (resource: unknown, _: string, location: string) => {
      const record = { ...Object(fieldOf(resource, 'attributes')), '@id': fieldOf(resource, 'id') };
      return withProvider(record, ['publisher', 'moocProvider'], location, context.notes);
    };
    const { rows, isWhole } = await readJsonPages(first, 'data', nextOf, recordOf, context);
    return { rows, fields, columns: columnsOf(rows, ['@id']), isWhole, texts: 'values' };
  },
};
