// Arbitrary valid catalogs: source records as an author could have written them.
import fc from 'fast-check';
import { anyCharacter } from '../helpers/characters.ts';
import { webUrlWithQuery } from '../helpers/web-addresses.ts';

export interface CourseRecord {
  readonly id: number;
  readonly title: string;
  readonly linkurl: string;
  readonly provider: number;
  readonly language: string | string[];
  readonly date_published: string;
  readonly description?: string;
  readonly tags?: string;
  readonly author?: string | string[];
  readonly categories?: number[];
  readonly catalog_id?: number | null;
  readonly license?: string;
  readonly date_modified?: string;
}

export interface CategoryRecord {
  readonly id: number;
  readonly name: string;
  readonly children?: CategoryRecord[];
}

export interface Catalog {
  readonly providers: readonly {
    readonly id: number;
    readonly name: string;
    readonly external_id?: string;
    readonly url?: string;
  }[];
  /** The top-level ones; the others are nested in them. */
  readonly categories: readonly CategoryRecord[];
  /** Null if there is no file of them. */
  readonly languages: readonly string[] | null;
  readonly courses: readonly CourseRecord[];
}

const id = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));
const externalId = fc.oneof(
  fc.constant(''),
  fc.nat().map(String),
  fc.nat().map((number) => `crmid:${number}`),
);
/** Any Unicode text, control characters included, but no unpaired surrogates. */
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', ' ', '"', '\\', 'a\r\nb', '\u2028', '\uFEFFa', '<b>&amp;</b>', ',;', "'", '=1', '- a: b', '\0'),
);
const name = text.filter((one) => /\S/u.test(one));

/** Of licences and providers, which the API does not have. */
const address = fc.constantFrom(
  'https://creativecommons.org/licenses/by/4.0/',
  'http://localhost:8080',
  'https://a.b/c?d=%20#e',
);

const languageName = fc
  .oneof(
    fc.constantFrom(
      'English',
      'Français',
      'e\u0301we',
      '中文',
      'Norsk (bokmål)',
      "'Are'are",
      'C&A',
      'a=b, c',
      '~x',
      'page',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 6 }),
  )
  .filter(isFolderName);

const fraction = fc.stringMatching(/^(?:\.\d{1,9})?$/u);
const zone = fc.constantFrom('', 'Z', 'z', '+00:00', '+02:00', '-0530', '+14', '-14:00');
const day = fc
  .date({ min: new Date('0002-01-01T00:00:00Z'), max: new Date('9998-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
export const date = fc.oneof(
  day.map((iso) => iso.slice(0, 10)),
  fc.tuple(day, fc.constantFrom('T', ' '), zone).map(([iso, gap, end]) => iso.slice(0, 16).replace('T', gap) + end),
  fc.tuple(day, fraction, zone).map(([iso, digits, end]) => iso.slice(0, 19) + digits + end),
  fc.constantFrom('2024-02-29', '2024-02-29T00:00:00.5', '2024-02-29T00:00:00.50', '2024-02-29T01:00+01'),
);

/** Valid catalogs of up to twelve courses, with category trees of any depth. */
export const catalog: fc.Arbitrary<Catalog> = fc
  .record({
    providers: fc.uniqueArray(
      fc.record({ id, name, external_id: externalId, url: address }, { requiredKeys: ['id', 'name'] }),
      {
        selector: (one) => one.id,
        minLength: 1,
        maxLength: 4,
      },
    ),
    flat: fc.uniqueArray(fc.record({ id, name, above: fc.nat() }), { selector: (one) => one.id, maxLength: 8 }),
    languages: fc.uniqueArray(languageName, { selector: foldName, minLength: 1, maxLength: 5 }),
    listed: fc.boolean(),
  })
  .chain(({ providers, flat, languages, listed }) =>
    fc.record({
      providers: fc.constant(providers),
      categories: fc.constant(nest(flat)),
      languages: fc.constant(listed ? languages : null),
      courses: courses(
        providers.map((one) => one.id),
        flat.map((one) => one.id),
        languages,
      ),
    }),
  );

function courses(providers: number[], categories: number[], languages: string[]): fc.Arbitrary<CourseRecord[]> {
  const several = fc.shuffledSubarray(languages, { minLength: 1 });
  const course = fc.record(
    {
      id,
      title: name,
      linkurl: fc.oneof(webUrlWithQuery, name),
      provider: fc.constantFrom(...providers),
      language: fc.oneof(several, fc.constantFrom(...languages)),
      date_published: date,
      description: text,
      tags: text,
      author: fc.oneof(text, fc.array(text, { maxLength: 3 })),
      categories: fc.shuffledSubarray(categories),
      catalog_id: fc.oneof(fc.constant(null), id, fc.constant(0), fc.constant(-7)),
      license: address,
      date_modified: date,
    },
    { requiredKeys: ['id', 'title', 'linkurl', 'provider', 'language', 'date_published'] },
  );
  return fc.uniqueArray(course, {
    comparator: (one, other) => one.id === other.id || one.linkurl === other.linkurl,
    maxLength: 12,
  });
}

/** A tree: each category is below the earlier one that `above` picks, or at the top. */
function nest(flat: readonly { id: number; name: string; above: number }[]): CategoryRecord[] {
  const made = flat.map((one) => ({ id: one.id, name: one.name, children: [] as CategoryRecord[] }));
  const tops: CategoryRecord[] = [];
  for (const [at, { above }] of flat.entries()) {
    const [one, parent] = [made[at], made[(above % (at + 1)) - 1]];
    if (one) (parent?.children ?? tops).push(one);
  }
  return tops;
}

/** Two names with the same form are one folder on some systems. */
export function foldName(one: string): string {
  return one.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

function isFolderName(one: string): boolean {
  return (
    !/[/\\?#%:*"<>|\p{Cc}]|^[.\s]|[.\s]$|^(?:con|prn|aux|nul|com.|lpt.|index\.json)(?:\.|$)/iu.test(one) &&
    foldName(one) !== 'index.json' &&
    Buffer.byteLength(one.normalize('NFC')) <= 255
  );
}
