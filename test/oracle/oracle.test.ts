// Pins the oracle itself: every byte below is written by hand from the specification.
import { describe, expect, it } from 'vitest';
import { siteForEach } from '../build/each-site.ts';
import { writeFiles } from '../helpers/folders.ts';
import { compareBuild } from './compare.ts';
import { expectedFiles } from './expected.ts';
import { readSource } from './read-source.ts';

const DIGEST_267 = 'e2639864b8a3a3e15188c5a96ae789ae';
const DIGEST_274 = '0434a9aa1fc2daa21258a6cb17f4eb28';
/** printf notes/week-1.html | md5sum */
const DIGEST_NOTES = '595a11235da21d38627850467d57c794';

const DECOMPOSED = 'Franc\u0327ais';
const COMPOSED = 'Fran\u00e7ais';

const AS_JSON = {
  'providers.json': `[{"id":9,"name":"Empty","external_id":"12"},{"id":2,"name":"African Virtual University","external_id":"crmid:8"},{"id":5,"name":"Ünï"}]`,
  'categories.json': `[{"id":20,"name":"Science","children":[{"id":3,"name":"Physics","children":[{"id":31,"name":"Optics"}]},{"id":21,"name":"Botany"}]},{"id":1,"name":"Art"}]`,
  'courses.json': `[
    {"id":7,"title":"Geometric \\"Optics\\"","description":"<p>Light</p>","tags":"light","provider":2,"language":["English","${COMPOSED}"],"date_published":"2010-05-01T10:20:30.5+03:00","linkurl":"http://oer.avu.org/handle/123456789/274","author":"A; B","categories":[31,20],"catalog_id":77},
    {"id":3,"title":"Physics","provider":2,"language":"English","date_published":"2011-01-01","linkurl":"http://oer.avu.org/handle/123456789/267","categories":[3]},
    {"id":4,"title":"Notes","provider":5,"language":["English"],"date_published":"2011-01-01 00:00","linkurl":"notes/week-1.html","catalog_id":null}
  ]`,
  'languages.json': `["Zulu","English","${DECOMPOSED}"]`,
};

const AS_NDJSON_AND_YAML = {
  'providers/a.yaml': `id: 9\nname: Empty\nexternal_id: "12"\n---\nid: 2\nname: African Virtual University\nexternal_id: crmid:8\n`,
  'providers/b/c.yml': `- id: 5\n  name: Ünï\n`,
  'categories.yaml': `- id: 20\n  name: Science\n  children:\n    - id: 3\n      name: Physics\n      children: [{ id: 31, name: Optics }]\n    - { id: 21, name: Botany }\n- { id: 1, name: Art }\n`,
  'courses/1.jsonl': `\n{"id":7,"title":"Geometric \\"Optics\\"","description":"<p>Light</p>","tags":"light","provider":2,"language":["English","${COMPOSED}"],"date_published":"2010-05-01T10:20:30.5+03:00","linkurl":"http://oer.avu.org/handle/123456789/274","author":["A","B"],"categories":[31,20],"catalog_id":77}\r\n\r\n`,
  'courses/2.json': `{"id":3,"title":"Physics","provider":2,"language":"English","date_published":"2011-01-01","linkurl":"http://oer.avu.org/handle/123456789/267","categories":[3]}`,
  'courses/3.yaml': `id: 4\ntitle: Notes\nprovider: 5\nlanguage: [English]\ndate_published: 2011-01-01 00:00\nlinkurl: notes/week-1.html\n`,
  'languages.ndjson': `"Zulu"\n"English"\n"${DECOMPOSED}"\n`,
};

const AS_CSV = {
  'providers.csv': `\uFEFFid,name,external_id\r\n9,Empty,12\r\n2,African Virtual University,crmid:8\r\n\r\n5,Ünï,\r\n`,
  'categories.csv': `id,name,parent\n20,Science,\n31,Optics,3\n3,Physics,20\n21,Botany,20\n1,Art,\n`,
  'courses.csv': `title,id,description,tags,provider,language,date_published,linkurl,author,categories,catalog_id
"Geometric ""Optics""",7,<p>Light</p>,light,2,English; ${COMPOSED},2010-05-01T10:20:30.5+03:00,http://oer.avu.org/handle/123456789/274,A; B,31; 20,77
Physics,3,,,2,English,2011-01-01,http://oer.avu.org/handle/123456789/267,,3,

Notes,4,,,5,English,2011-01-01 00:00,notes/week-1.html,,,
`,
  'languages.csv': `name\nZulu\nEnglish\n${DECOMPOSED}\n`,
};

const FULL_7 = `{"linkhash":"${DIGEST_274}","title":"Geometric \\"Optics\\"","description":"\\u003cp>Light\\u003c/p>","tags":"light","provider":2,"provider_name":"African Virtual University","language":["English","${COMPOSED}"],"date_published":"2010-05-01T07:20:30.5","id":7,"linkurl":"http://oer.avu.org/handle/123456789/274","author":"A; B","categories":["All/Science/Physics/Optics","All/Science"],"catalog_id":77,"categories_ids":[31,20]}`;
const FULL_3 = `{"linkhash":"${DIGEST_267}","title":"Physics","description":"","tags":"","provider":2,"provider_name":"African Virtual University","language":["English"],"date_published":"2011-01-01T00:00:00.000000","id":3,"linkurl":"http://oer.avu.org/handle/123456789/267","author":"","categories":["All/Science/Physics"],"catalog_id":null,"categories_ids":[3]}`;
const FULL_4 = `{"linkhash":"${DIGEST_NOTES}","title":"Notes","description":"","tags":"","provider":5,"provider_name":"Ünï","language":["English"],"date_published":"2011-01-01T00:00:00.000000","id":4,"linkurl":"notes/week-1.html","author":"","categories":[],"catalog_id":null,"categories_ids":[]}`;

const SUMMARY_7 = `{"linkhash":"${DIGEST_274}","title":"Geometric \\"Optics\\"","language":["English","${COMPOSED}"],"id":7,"linkurl":"http://oer.avu.org/handle/123456789/274","author":"A; B","categories":[31,20]}`;
const SUMMARY_3 = `{"linkhash":"${DIGEST_267}","title":"Physics","language":["English"],"id":3,"linkurl":"http://oer.avu.org/handle/123456789/267","author":"","categories":[3]}`;
const SUMMARY_4 = `{"linkhash":"${DIGEST_NOTES}","title":"Notes","language":["English"],"id":4,"linkurl":"notes/week-1.html","author":"","categories":[]}`;

const B = 'https://example.org/catalog';
const OPTIONS = {
  baseUrl: `${B}/`,
  pageLinks: 'query',
  pageSize: 1,
  latest: 2,
  dumps: [],
  journal: undefined,
} as const;

const NOTHING = '{"count":0,"next":null,"previous":null,"results":[]';

/** Page size 1, so that the lists of Science, English and provider 2 have several pages. */
const EXPECTED: Record<string, string> = {
  '404.html': '{"detail":"Not found."}',
  '404.json': '{"detail":"Not found."}',
  '405.json': '{"detail":"Method not allowed."}',
  'api/v1/index.json': `{"courses_latest":"${B}/api/v1/courses/latest/","providers":"${B}/api/v1/providers/","categories":"${B}/api/v1/categories/","category_courses":"${B}/api/v1/categories/{category_id}/","languages":"${B}/api/v1/languages/","language_courses":"${B}/api/v1/languages/{language}/courses/","provider_courses":"${B}/api/v1/providers/{provider_id}/courses/","course":"${B}/api/v1/courses/view/{linkhash}/","build":"${B}/build.json"}`,
  'api/v1/courses/latest/index.json': `[${FULL_4},${FULL_3}]`,
  [`api/v1/courses/view/${DIGEST_274}/index.json`]: FULL_7,
  [`api/v1/courses/view/${DIGEST_267}/index.json`]: FULL_3,
  [`api/v1/courses/view/${DIGEST_NOTES}/index.json`]: FULL_4,
  'api/v1/providers/index.json':
    '[{"id":2,"name":"African Virtual University","external_id":"crmid:8","course_count_catalog":1,"course_count":2},{"id":5,"name":"Ünï","external_id":"","course_count_catalog":0,"course_count":1},{"id":9,"name":"Empty","external_id":"12","course_count_catalog":0,"course_count":0}]',
  'api/v1/categories/index.json':
    '[{"name":"Science","category_id":"20","course_count":2,"children":[{"name":"Physics","category_id":"3","course_count":2},{"name":"Botany","category_id":"21","course_count":0}]},{"name":"Art","category_id":"1","course_count":0,"children":[]}]',
  'api/v1/languages/index.json': `[{"name":"English","course_count":3},{"name":"${COMPOSED}","course_count":1},{"name":"Zulu","course_count":0}]`,
  ...pages('api/v1/categories/20', [
    `{"count":2,"next":"${B}/api/v1/categories/20/?page=2","previous":null,"results":[${SUMMARY_3}],"title":"Science"}`,
    `{"count":2,"next":null,"previous":"${B}/api/v1/categories/20/","results":[${SUMMARY_7}],"title":"Science"}`,
  ]),
  ...pages('api/v1/categories/3', [
    `{"count":2,"next":"${B}/api/v1/categories/3/?page=2","previous":null,"results":[${SUMMARY_3}],"title":"Physics"}`,
    `{"count":2,"next":null,"previous":"${B}/api/v1/categories/3/","results":[${SUMMARY_7}],"title":"Physics"}`,
  ]),
  ...pages('api/v1/categories/31', [
    `{"count":1,"next":null,"previous":null,"results":[${SUMMARY_7}],"title":"Optics"}`,
  ]),
  ...pages('api/v1/categories/21', [`${NOTHING},"title":"Botany"}`]),
  ...pages('api/v1/categories/1', [`${NOTHING},"title":"Art"}`]),
  ...pages('api/v1/languages/English/courses', [
    `{"count":3,"next":"${B}/api/v1/languages/English/courses/?page=2","previous":null,"results":[${SUMMARY_3}],"language":"English"}`,
    `{"count":3,"next":"${B}/api/v1/languages/English/courses/?page=3","previous":"${B}/api/v1/languages/English/courses/","results":[${SUMMARY_4}],"language":"English"}`,
    `{"count":3,"next":null,"previous":"${B}/api/v1/languages/English/courses/?page=2","results":[${SUMMARY_7}],"language":"English"}`,
  ]),
  ...pages(`api/v1/languages/${COMPOSED}/courses`, [
    `{"count":1,"next":null,"previous":null,"results":[${SUMMARY_7}],"language":"${COMPOSED}"}`,
  ]),
  ...pages('api/v1/languages/Zulu/courses', [`${NOTHING},"language":"Zulu"}`]),
  ...pages('api/v1/providers/2/courses', [
    `{"count":2,"next":"${B}/api/v1/providers/2/courses/?page=2","previous":null,"results":[${SUMMARY_3}]}`,
    `{"count":2,"next":null,"previous":"${B}/api/v1/providers/2/courses/","results":[${SUMMARY_7}]}`,
  ]),
  ...pages('api/v1/providers/5/courses', [`{"count":1,"next":null,"previous":null,"results":[${SUMMARY_4}]}`]),
  ...pages('api/v1/providers/9/courses', [`${NOTHING}}`]),
};

/** The descriptions of the API and the list of written files depend on more than the catalog. */
const isDescription = (path: string) =>
  /^(?:openapi\.json|build\.json|dcat\.jsonld|\.well-known\/api-catalog|schemas\/.*|\.nojekyll)$/u.test(path);

let dir = '';
siteForEach((site) => void ({ folder: dir } = site));
const write = (files: Record<string, string>) => writeFiles(dir, files);

describe('every file of a small catalog', () => {
  it.each([
    ['JSON', AS_JSON],
    ['NDJSON and YAML', AS_NDJSON_AND_YAML],
    ['CSV', AS_CSV],
  ])('is as expected from %s', (_format, files) => {
    write(files);
    const written = new Map(Object.entries(EXPECTED).map(([path, text]) => [path, `${text}\n`]));
    const all = [...expectedFiles(readSource(dir), OPTIONS)].filter(([path]) => !isDescription(path));
    expect(sorted(new Map(all))).toEqual(sorted(written));
  });

  it('has numbered addresses with path links', () => {
    write(AS_JSON);
    const files = expectedFiles(readSource(dir), { ...OPTIONS, pageLinks: 'path' });
    const list = 'api/v1/languages/English/courses/';
    const links = ['', 'page/2/', 'page/3/'].map((page) => linksOf(files.get(`${list}${page}index.json`)));
    expect(links).toEqual([
      `"next":"${B}/${list}page/2/","previous":null`,
      `"next":"${B}/${list}page/3/","previous":"${B}/${list}"`,
      `"next":null,"previous":"${B}/${list}page/2/"`,
    ]);
  });

  it('percent-encodes a language in links, but not in its folder', () => {
    write({ ...AS_JSON, 'courses.json': AS_JSON['courses.json'].replaceAll('"English"', `"Frisian (West), ø"`) });
    const files = expectedFiles(readSource(dir), OPTIONS);
    expect(linksOf(files.get('api/v1/languages/Frisian (West), ø/courses/index.json'))).toBe(
      `"next":"${B}/api/v1/languages/Frisian%20(West)%2C%20%C3%B8/courses/?page=2","previous":null`,
    );
  });
});

it('the latest courses are in the order of their instants, then by descending id', () => {
  const courses = [
    ['1', '2020-01-01T00:00:00.5'],
    ['2', '2020-01-01T00:00:00.500000'],
    ['3', '2020-01-01T01:00:00.4+01:00'],
    ['4', '2020-01-01T00:00:00.50'],
  ].map(
    ([id, date]) =>
      `{"id":${id},"title":"","provider":2,"language":"Zulu","date_published":"${date}","linkurl":"${id}"}`,
  );
  write({ ...AS_JSON, 'courses.json': `[${courses.join(',')}]` });
  const latest = expectedFiles(readSource(dir), { ...OPTIONS, latest: 10 }).get('api/v1/courses/latest/index.json');
  expect(latest?.match(/"id":\d+/g)).toEqual(['"id":4', '"id":2', '"id":1', '"id":3']);
});

describe('compareBuild', () => {
  it('names missing, unexpected and different files', () => {
    write({ 'a/index.json': '{"count":1}\n', 'page/2/index.json': '[]\n' });
    const expected = new Map([
      ['a/index.json', '{"count":2}\n'],
      ['b/index.json', '[]\n'],
    ]);
    expect(compareBuild(dir, expected)).toEqual([
      String.raw`different: a/index.json at character 9: expected "{\"count\":2}\n", found "{\"count\":1}\n"`,
      'missing: b/index.json',
      'unexpected: page/2/index.json',
    ]);
  });

  it('detects a missing final newline, and reports nothing for a build as expected', () => {
    write({ 'a/index.json': '[]' });
    expect(compareBuild(dir, new Map([['a/index.json', '[]\n']]))).toHaveLength(1);
    expect(compareBuild(dir, new Map([['a/index.json', '[]']]))).toEqual([]);
  });
});

/** Page 1 is at the list's own address and at its number. */
function pages(folder: string, [first = '', ...others]: string[]): Record<string, string> {
  const files: Record<string, string> = {
    [`${folder}/index.json`]: first,
    [`${folder}/page/1/index.json`]: first,
  };
  for (const [index, text] of others.entries()) files[`${folder}/page/${index + 2}/index.json`] = text;
  return files;
}

function linksOf(text: string | undefined): string | undefined {
  return text?.match(/"next":.*(?=,"results")/)?.[0];
}

function sorted(files: Map<string, string>): Record<string, string> {
  return Object.fromEntries([...files].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
