// A course as MOOChub has it (version 3.0.1, a JSON:API), for harvesters of learning resources.
import { isIsoDuration } from '../../catalog/source/durations.ts';
import { priceOf } from '../shared/field-values.ts';
import { timeInUtc, type Agent, type HarvestedCourse } from './harvested-course.ts';
import { spdxLicenseOf } from './licenses.ts';

/** Its record. What MOOChub has no attribute for, and the address of a license, is under `fields`, as in the source. */
export function moochubCourse(harvested: HarvestedCourse): string {
  const { course, record, name, description, url, publisher, authors, keywords, categories, tags, published } =
    harvested;
  const attributes: Record<string, unknown> = {
    name,
    url,
    learningResourceType: {
      identifier: 'https://w3id.org/kim/hcrt/course',
      type: 'Concept',
      inScheme: 'https://w3id.org/kim/hcrt/scheme',
    },
    publisher: agentOf(publisher),
    // The schema requires one.
    creator: (authors.length > 0 ? authors : [publisher]).map(agentOf),
    description: description === '' ? null : description,
    inLanguage: tags,
    keywords,
    dateCreated: published,
  };
  const fields: Record<string, unknown> = {
    ...(record.linkurl !== url && { linkurl: record.linkurl }),
    ...(categories.length > 0 && { categories }),
    ...(tags.length < record.language.length && { language: record.language }),
    // Said, since the creator is then the publisher.
    ...(authors.length === 0 && { author: '' }),
    ...(record.catalog_id !== null && { catalog_id: record.catalog_id }),
  };
  for (const [field, value] of Object.entries(course.fields)) {
    const attribute =
      typeof value === 'string' || field === 'format' ? attributesOf[field]?.([value].flat()) : undefined;
    if (attribute) Object.assign(attributes, attribute);
    if (!attribute || field === 'license') fields[field] = value;
  }
  if (Object.keys(fields).length > 0) attributes['fields'] = fields;
  return JSON.stringify({ id: uuidOf(course.linkhash), type: 'Course', attributes });
}

/** The UUID of a course, by the MD5 digest of its address: the version for what is made by rules of one's own (RFC 9562, section 5.8). */
function uuidOf(linkhash: string): string {
  const variant = ((Number.parseInt(linkhash.slice(16, 17), 16) & 0b0011) | 0b1000).toString(16);
  const [first, second] = [linkhash.slice(0, 8), linkhash.slice(8, 12)];
  return `${first}-${second}-8${linkhash.slice(13, 16)}-${variant}${linkhash.slice(17, 20)}-${linkhash.slice(20)}`;
}

function agentOf({ type, name, url }: Agent): object {
  return { type, name, ...(url !== undefined && { url }) };
}

const courseModes: Readonly<Record<string, string>> = { online: 'online', 'on-site': 'onsite', blended: 'blended' };

/** The attributes that state the value of a field; undefined if there is none for it. */
const attributesOf: Readonly<Record<string, (values: readonly string[]) => object | undefined>> = {
  license([address = '']) {
    const spdx = spdxLicenseOf(address);
    if (spdx) return { license: [{ identifier: spdx.id, url: spdx.url, contentUrl: address }] };
    return { license: [{ identifier: 'proprietary', url: null, contentUrl: null }] };
  },
  price([text = '']) {
    const { amount, currency } = priceOf(text);
    if (currency === null) return { access: ['free'] };
    return {
      access: ['paid'],
      offer: [{ price: amount, priceCurrency: currency, paymentFrequency: 'other', category: 'course' }],
    };
  },
  duration: ([text = '']) => (isIsoDuration(text) ? { duration: text } : undefined),
  workload([text = '']) {
    const [, hours, timeUnit] = /^(\d{1,4}) (h\/(?:day|week|month))$/u.exec(text) ?? [];
    return timeUnit === undefined ? undefined : { workload: { timeValue: Number(hours), timeUnit } };
  },
  format(values) {
    const modes = values.map((value) => courseModes[value]);
    return modes.includes(undefined) ? undefined : { courseMode: modes };
  },
  start_date: ([day = '']) => ({ startDate: [timeInUtc(day)] }),
  end_date: ([day = '']) => ({ endDate: [timeInUtc(day)] }),
  date_modified: ([time = '']) => ({ dateModified: timeInUtc(time) }),
};
