// Structured data: a course as one object of schema.org in JSON-LD, the same for every search engine and harvester.
import type { FullCourse } from '../../api/records.ts';
import type { Course } from '../../catalog/course.ts';
import { dayOrTime } from '../../catalog/date.ts';
import type { References } from '../../catalog/references.ts';
import { readableName } from '../../text/character-references.ts';
import { splitDistinct } from '../../text/lists-in-text.ts';
import type { TagLookup } from '../../catalog/language-tags.ts';
import type { FieldTable } from '../../catalog/fields.ts';
import { fieldProperties } from './field-properties.ts';
import { listPageFolder } from './paths.ts';

/** A course as pages show it. */
export interface ShownCourse {
  readonly course: Course;
  readonly fullRecord: FullCourse;
  /** When it last changed, by its source or else by the journal; empty if neither says it. The source may also say the time. */
  readonly modified: string;
  /** The description without its markup, or a sentence that says whose course it is: search engines list no course without a text. */
  readonly text: string;
  readonly authors: readonly string[];
  /** The URI of the course where it is on the web. */
  readonly uri: string | undefined;
  /** The absolute address of its page. */
  readonly address: string;
}

/** Describes courses that use these references: texts that are empty, and what is unknown, are undefined. `baseUrl` has no trailing slash. */
export function structuredData(
  { providers, categories }: References,
  tagOf: TagLookup,
  baseUrl: string,
  fields: FieldTable,
): (shown: ShownCourse) => object {
  const organizations = providers.map(({ id, name, url }) => ({
    '@id': `${baseUrl}/${listPageFolder({ route: 'provider', parameter: String(id) }, 1)}`,
    '@type': 'Organization',
    name,
    url: url || undefined,
  }));
  const providerNames = new Set(organizations.map(({ name }) => name));
  const subjects = categories.map(({ id, name }) => {
    const address = listPageFolder({ route: 'category', parameter: String(id) }, 1);
    return { '@id': `${baseUrl}/${address}`, '@type': 'DefinedTerm', name: name.trim() };
  });
  return ({ course, fullRecord, modified, text, authors, uri, address }) => {
    const url = uri ?? address;
    const provider = organizations[course.provider];
    const about = course.categories.flatMap((index) => subjects[index] ?? []);
    // As one text: some readers take no array.
    const keywords = splitDistinct(readableName(fullRecord.tags), ',').join(', ');
    const languages = [...new Set(fullRecord.language.map((name) => tagOf(name) ?? { '@type': 'Language', name }))];
    const author = authors.map((name) => {
      return { '@type': providerNames.has(name) ? 'Organization' : 'Person', name };
    });
    return {
      '@context': 'https://schema.org',
      '@id': url,
      '@type': ['Course', 'LearningResource'],
      name: readableName(fullRecord.title).trim(),
      description: text,
      url,
      inLanguage: languages.length > 1 ? languages : languages[0],
      datePublished: dayOrTime(fullRecord.date_published),
      dateModified: modified || undefined,
      keywords: keywords || undefined,
      about: about.length > 0 ? about : undefined,
      author: author.length > 0 ? author : undefined,
      provider,
      publisher: provider,
      learningResourceType: 'Course',
      mainEntityOfPage: { '@type': 'WebPage', '@id': address },
      ...fieldProperties(fields, course.fields),
    };
  };
}
