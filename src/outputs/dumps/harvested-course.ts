// A course as harvesters of learning resources take it: what MOOChub and AMB have in common.
import type { FullCourse } from '../../api/records.ts';
import { addressOf } from '../../api/routes.ts';
import type { Course } from '../../catalog/course.ts';
import { publishedTime } from '../../catalog/date.ts';
import { sourceTagLookup } from '../../catalog/language-tags.ts';
import type { References } from '../../catalog/references.ts';
import { readableName } from '../../text/character-references.ts';
import { authorsIn, splitDistinct } from '../../text/lists-in-text.ts';
import { uriOf } from '../../text/web-address.ts';
import type { Site } from '../site-options.ts';
import { coursePagesFolder } from '../shared/page-paths.ts';

export interface HarvestedCourse {
  readonly course: Course;
  readonly record: FullCourse;
  readonly name: string;
  /** As it was written. */
  readonly description: string;
  /** Its own address or, where that is none of the web, that of its page. */
  readonly url: string;
  /** The address of its page or, where courses have none, of its record. */
  readonly page: string;
  readonly publisher: Agent;
  readonly authors: readonly Agent[];
  /** Tags without duplicates. */
  readonly keywords: readonly string[];
  /** Each as the names from the first level down to it. */
  readonly categories: readonly (readonly string[])[];
  /** The tags of the languages that have one. */
  readonly tags: readonly string[];
  /** The time of publication, in UTC. */
  readonly published: string;
  /** The address of its license; undefined if it names none. */
  readonly license: string | undefined;
}

export interface Agent {
  readonly type: 'Organization' | 'Person';
  readonly name: string;
  /** Absent if it has none. */
  readonly url?: string;
}

/** Describes courses that use these references. */
export function harvester(
  references: References,
  { options: { baseUrl }, features: { coursePages } }: Pick<Site, 'options' | 'features'>,
): (course: Course, fullRecord: FullCourse) => HarvestedCourse {
  const tagOf = sourceTagLookup(references);
  const publishers = references.providers.map(({ name, url }): Agent => {
    return { type: 'Organization', name: readableName(name).trim(), ...(url !== '' && { url }) };
  });
  // A category comes after that above it.
  const paths: (readonly string[])[] = [];
  for (const { name, parent } of references.categories)
    paths.push([...(paths[parent] ?? []), readableName(name).trim()]);
  const organizations = new Set(publishers.map(({ name }) => name));
  return (course, record) => {
    const { linkhash, title, description, tags, provider_name, language } = record;
    const page = coursePages ? `${baseUrl}/${coursePagesFolder}/${linkhash}/` : addressOf(baseUrl, 'course', linkhash);
    const publisher = publishers[course.provider] ?? { type: 'Organization', name: provider_name };
    const authors = authorsIn(record.author).map((name): Agent => {
      return { type: organizations.has(name) ? 'Organization' : 'Person', name };
    });
    const { license } = course.fields;
    return {
      course,
      record,
      name: readableName(title).trim(),
      description,
      url: uriOf(record.linkurl) ?? page,
      page,
      publisher,
      authors,
      keywords: splitDistinct(readableName(tags), ','),
      categories: course.categories.map((index) => paths[index] ?? []),
      tags: [...new Set(language.flatMap((name) => tagOf(name) ?? []))],
      published: timeInUtc(record.date_published),
      license: typeof license === 'string' ? license : undefined,
    };
  };
}

/** A date or a timestamp without a zone, as a time in UTC. */
export function timeInUtc(written: string): string {
  return `${publishedTime(written).replace(/\.0+$/u, '')}Z`;
}
