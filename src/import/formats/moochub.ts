// The format `moochub`: the JSON:API of MOOChub, versions 1 to 3. Servers mix the names of all versions.
import { fieldOf } from '../../catalog/source/record.ts';
import type { FieldTable } from '../../catalog/fields.ts';
import { schemaOrgColumns, type FieldColumns, type MappedFields } from '../fields/fields.ts';
import { readJsonPages } from '../input/pages.ts';
import { isObject } from '../../text/keys.ts';
import { columnsOf, elementsOf, withProvider } from '../rows.ts';
import { levelSign, type ImportFormat } from './format.ts';
import { priceOf } from './offers.ts';

/** The attributes that differ from schema.org. */
const differing: FieldColumns = {
  provider: [['publisher.name'], ['publisher'], ['moocProvider.name'], ['moocProvider']],
  language: [['inLanguage'], ['languages']],
  level: [['educationalLevel.name'], ['educationalLevel']],
  duration: [['duration']],
  workload: [{ template: '{workload.timeValue} {workload.timeUnit}' }, ['workload']],
  price: [['price']],
  image: [['image.contentUrl'], ['image.url'], ['image']],
  certificate: [['educationalCredentialsAwarded'], ['educationalCredentialAwarded']],
  audience: [['audience']],
  date_published: [['dateCreated'], ['dateModified']],
  description: [['description'], ['abstract'], ['abtract']],
  author: [['creator', 'instructor', 'instructors']],
  categories: [['educationalAlignment.name'], ['educationalAlignment.educationalFramework']],
  license: [['license.url'], ['license.identifier'], ['license'], ['licence'], ['courseLicenses.url']],
  provider_url: [['publisher.url']],
  key: [['@id']],
};

/** The same, but first what our own builds write of a course under `fields`. */
function columnsOfCourse(table: FieldTable): MappedFields {
  const columns: MappedFields = { ...schemaOrgColumns(table), ...differing };
  const own = ['linkurl', 'categories', 'language', 'author', 'catalog_id', ...Object.keys(table)];
  return {
    ...columns,
    ...Object.fromEntries(own.map((name) => [name, [[`fields.${name}`], ...(columns[name] ?? [])]])),
  };
}

export const moochub: ImportFormat = {
  recognize({ json }) {
    const data = fieldOf(json, 'data');
    const [course] = elementsOf(data);
    const isCourse = fieldOf(fieldOf(course, 'attributes'), 'name') !== undefined;
    const isEmpty = Array.isArray(data) && data.length === 0 && fieldOf(json, 'links') !== undefined;
    if (isEmpty) return 'an empty JSON:API';
    return isCourse ? 'JSON:API whose data have attributes with a name' : undefined;
  },

  async read({ resource: first }, context) {
    const nextOf = (page: unknown) => {
      const next = fieldOf(fieldOf(page, 'links'), 'next');
      return isObject(next) ? fieldOf(next, 'href') : next;
    };
    const levels: { levelSign?: string } = {};
    const recordOf = (resource: unknown, _: string, location: string) => {
      const attributes = fieldOf(resource, 'attributes');
      const offers = ['offers', 'offer'].flatMap((name) => elementsOf(fieldOf(attributes, name)));
      const [access, ...others] = elementsOf(fieldOf(attributes, 'access'));
      const own = fieldOf(attributes, 'fields');
      const paths = fieldOf(own, 'categories');
      const categories = Array.isArray(paths) ? paths.map((path) => elementsOf(path).join(levelSign)) : [];
      if (categories.length > 0) levels.levelSign = levelSign;
      const record = {
        ...Object(attributes),
        ...(isObject(own) && { fields: { ...Object(own), categories } }),
        // Our own builds name the publisher where the author is unknown.
        ...(fieldOf(own, 'author') === '' && { creator: [] }),
        '@id': fieldOf(resource, 'id'),
        price: priceOf(offers, access === 'free' && others.length === 0, location, context.notes),
        audience: elementsOf(fieldOf(attributes, 'audience')).map(inWords),
      };
      return withProvider(record, ['publisher', 'moocProvider'], location, context.notes);
    };
    const { rows, isComplete } = await readJsonPages(first, 'data', nextOf, recordOf, context);
    return {
      rows,
      fields: columnsOfCourse(context.fields),
      columns: columnsOf(rows, ['@id', 'price', 'offers', 'offer', 'access']),
      isComplete,
      texts: 'values',
      ...levels,
    };
  },
};

/** A role of learners by its address in the vocabulary of LRMI, in words: `general public`. */
function inWords(audience: unknown): unknown {
  const [, role] = typeof audience === 'string' ? (/educationalAudienceRole\/(\w+)$/u.exec(audience) ?? []) : [];
  return role === undefined ? audience : role.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
}
