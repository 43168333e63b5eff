// Structured data: a course as one object of schema.org in JSON-LD, the same for every search engine and harvester.
import type { Course } from '../../catalog/course.ts';
import type { References } from '../../catalog/references.ts';
import type { FullCourse } from '../../api/schemas.ts';
import { tagLookup } from '../languages.ts';
import { distinct, partsOf } from '../lists-in-text.ts';
import { uriOf } from '../web-address.ts';
import type { PagesSite } from './document.ts';
import { providerPageFolder } from './paths.ts';

/** A course as pages show it. */
export interface ShownCourse {
  readonly course: Course;
  /** The record of the API. */
  readonly record: FullCourse;
  /** The description without its markup. */
  readonly text: string;
  /** The absolute address of its page. */
  readonly address: string;
}

/** Describes courses that use these references. */
export class StructuredData {
  readonly tagOf: (language: string) => string | undefined;
  private readonly providerNames: ReadonlySet<string>;

  constructor(
    private readonly references: References,
    private readonly site: PagesSite,
  ) {
    this.tagOf = tagLookup(references);
    this.providerNames = new Set(references.providers.map(({ name }) => name));
  }

  /** The object; texts that are empty, and what is unknown, are left out. */
  of({ course, record, text, address }: ShownCourse): object {
    const uri = uriOf(record.linkurl) ?? address;
    const provider = this.provider(course);
    const tags = record.language.flatMap((name) => this.tagOf(name) ?? []);
    const keywords = this.keywords(course, record);
    const authors = partsOf(record.author, ';').map((name) => {
      return { '@type': this.providerNames.has(name) ? 'Organization' : 'Person', name };
    });
    return {
      '@context': 'https://schema.org',
      '@id': uri,
      '@type': ['Course', 'LearningResource'],
      name: record.title.trim(),
      ...(text !== '' && { description: text }),
      url: uri,
      ...(tags.length > 0 && { inLanguage: tags.length === 1 ? tags[0] : tags }),
      datePublished: record.date_published.slice(0, 'YYYY-MM-DD'.length),
      ...(course.modified !== '' && { dateModified: course.modified }),
      ...(keywords !== '' && { keywords }),
      ...(authors.length > 0 && { author: authors }),
      provider,
      publisher: provider,
      learningResourceType: 'Course',
      mainEntityOfPage: { '@type': 'WebPage', '@id': address },
      ...(course.license !== '' && { license: course.license }),
    };
  }

  private provider(course: Course): object {
    const { id, name, url } = this.references.providers[course.provider] ?? { id: 0, name: '', url: '' };
    return {
      '@id': `${this.site.baseUrl}/${providerPageFolder(String(id), 1)}`,
      '@type': 'Organization',
      name,
      ...(url !== '' && { sameAs: url }),
    };
  }

  /** The tags, then the own names of the categories, as one text: some readers take no array. */
  private keywords({ categories }: Course, { tags }: FullCourse): string {
    const names = categories.map((index) => this.references.categories[index]?.name ?? '');
    return distinct([...partsOf(tags, ','), ...names.map((name) => name.trim())]).join(', ');
  }
}
