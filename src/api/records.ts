// Records: what clients read (specification 2), as types. Their schemas are in `schemas.ts`.

/** A course with all its fields (specification 2.1). */
export interface FullCourse {
  /** Identifies the course: the MD5 digest of `linkurl` in UTF-8, as 32 lowercase hexadecimal digits. */
  readonly linkhash: string;
  readonly title: string;
  /** May be empty, and may contain untrusted HTML: sanitize it before rendering it. */
  readonly description: string;
  /** Empty if there are no tags. */
  readonly tags: string;
  /** The id of its provider. */
  readonly provider: number;
  readonly provider_name: string;
  /** Names of languages. */
  readonly language: readonly string[];
  /** ISO 8601 date and time with fractional seconds and no time zone. */
  readonly date_published: string;
  readonly id: number;
  /** An absolute URL, a relative path or a file name. */
  readonly linkurl: string;
  /** May be empty. Several names are joined in one string. */
  readonly author: string;
  /** Paths of the form `All/<top-level name>[/<name>...]`. */
  readonly categories: readonly string[];
  /** Its id in an external catalog. Null if that does not have it. */
  readonly catalog_id: number | null;
  /** In the same order as `categories`. */
  readonly categories_ids: readonly number[];
}

/** A course in the paged lists, with fewer fields (specification 2.2). */
export interface CourseSummary extends Pick<
  FullCourse,
  'linkhash' | 'title' | 'language' | 'id' | 'linkurl' | 'author'
> {
  /** Ids. */
  readonly categories: readonly number[];
}

/** A provider of courses (specification 2.4). */
export interface ListedProvider {
  readonly id: number;
  readonly name: string;
  /** `crmid:<number>` or a number. May be empty. */
  readonly external_id: string;
  /** How many of its courses an external catalog has, too. */
  readonly course_count_catalog: number;
  readonly course_count: number;
}

/** A category below a top-level one (specification 2.5). */
export interface ChildCategory {
  readonly name: string;
  /** Decimal digits. */
  readonly category_id: string;
  /** With the courses in its subcategories. */
  readonly course_count: number;
}

/** A top-level category of the tree (specification 2.5). */
export interface ListedCategory extends ChildCategory {
  readonly children: readonly ChildCategory[];
}

/** A language of courses: an addition to the specification. */
export interface ListedLanguage {
  readonly name: string;
  readonly course_count: number;
}

/** A page of a list (specification 2.3). */
export interface Envelope {
  /** Courses on all pages. */
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly CourseSummary[];
  /** The name of the category, in its lists. */
  readonly title?: string;
  /** The name of the language, in its lists. */
  readonly language?: string;
}

/** The last change of a course in the journal: an addition. */
export interface CourseChange {
  readonly linkhash: string;
  /** The time, such as `2026-11-23T09:00:00Z`. */
  readonly at: string;
  readonly change: 'created' | 'updated' | 'deleted';
  /** When it was created; undefined unless it was updated since. */
  readonly created?: string;
  /** The digest of the bytes of its view; undefined if it is deleted. */
  readonly sha256?: string;
  /** The length of its view in bytes; undefined if it is deleted. */
  readonly length?: number;
  readonly id: number;
}

/** What a course costs. */
export interface Price {
  /** 0 if it is free. */
  readonly amount: number;
  /** Such as `EUR`. Null if it is free. */
  readonly currency: string | null;
}

export type FieldValue = string | number | boolean | Price | readonly string[];

/** The page fields that every catalog may have. */
export interface PageFields {
  readonly level: string;
  readonly price: Price;
  readonly duration: string;
  readonly workload: string;
  readonly format: readonly string[];
  /** A day, such as `2027-03-01`, and so is `end_date`. */
  readonly start_date: string;
  readonly end_date: string;
  readonly schedule: string;
  readonly image: string;
  readonly prerequisites: string;
  readonly subtitles: readonly string[];
  readonly certificate: string;
  readonly audience: string;
  readonly accessibility: string;
  /** Only in the dumps, and so is `date_modified`: nobody chooses by them. */
  readonly license: string;
  readonly date_modified: string;
}

/** Fields of any name. */
export type AnyFields = Readonly<Record<string, FieldValue>>;

/** The page fields of a course, those of the catalog's own among them. */
export type FieldsOf<Own> = Readonly<Partial<PageFields & Own>>;

/** A course in the dumps: an addition. */
export interface DumpedCourse<Own = AnyFields> extends FullCourse {
  /** Undefined if there is none. */
  readonly fields?: FieldsOf<Own>;
}
