// A course as AMB has it, the metadata profile for learning resources of libraries in German-speaking countries.
import { descriptionText } from '../../text/description-text.ts';
import { uriOf } from '../../text/web-address.ts';
import { timeInUtc, type Agent, type HarvestedCourse } from './harvested-course.ts';

/** The licenses that AMB takes, by their addresses. */
const licenses =
  /^https?:\/\/(?:creativecommons\.org\/(?:licenses|publicdomain)\/|www\.gnu\.org\/licenses\/|www\.apache\.org\/licenses\/|opensource\.org\/licenses\/MIT|www\.opensource\.org\/licenses\/BSD)/u;

/** Its line without the line end: what is unknown, and what AMB names by vocabularies of its own, is left out. */
export function ambCourse(harvested: HarvestedCourse, pageLanguage: string): string {
  const { course, name, url, page, publisher, authors, keywords, tags, published, license } = harvested;
  const { image, price, date_modified: modified } = course.fields;
  const description = descriptionText(harvested.description);
  const languages = [...new Set(tags.map((tag) => tag.split('-')[0] ?? ''))].filter((tag) => tag.length === 2);
  const picture = uriOf(String(image ?? ''));
  return JSON.stringify({
    '@context': ['https://w3id.org/kim/amb/context.jsonld', { '@language': languages[0] ?? pageLanguage }],
    id: url,
    type: ['LearningResource', 'Course'],
    name,
    ...(description !== '' && { description }),
    ...(authors.length > 0 && { creator: authors.map(agentOf) }),
    publisher: [agentOf(publisher)],
    ...(languages.length > 0 && { inLanguage: languages }),
    ...(keywords.length > 0 && { keywords }),
    ...(license !== undefined && licenses.test(license) && { license: { id: license } }),
    ...(picture !== undefined && { image: picture }),
    datePublished: published,
    ...(typeof modified === 'string' && { dateModified: timeInUtc(modified) }),
    ...(typeof price === 'string' && { isAccessibleForFree: price === '0' }),
    learningResourceType: [{ id: 'https://w3id.org/kim/hcrt/course', type: 'Concept' }],
    mainEntityOfPage: [{ id: page, type: 'WebContent' }],
  });
}

function agentOf({ type, name, url }: Agent): object {
  const id = uriOf(url ?? '');
  return { type, name, ...(id !== undefined && { id }) };
}
