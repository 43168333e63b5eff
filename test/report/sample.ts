// Data of reports: a catalog of some thousand courses, and what differs from it.
import type { Named, ReportData } from '../../src/report/data.ts';

/** A text that would run, close its element or break a table where it is not escaped. */
export const attack = `</script></title><img src=x onerror=alert(1)>"'\`|\n[a](javascript:alert(1))&lt;`;

/** So many things with courses, the largest last. */
export function namedThings(length: number, what = 'thing'): Named[] {
  return Array.from({ length }, (_, index) => ({ name: `${what} ${index + 1}`, courses: index + 1 }));
}

/** So many years with courses, up to 2025. */
export function years(length: number): { year: number; courses: number }[] {
  return Array.from({ length }, (_, index) => ({ year: 2026 - length + index, courses: (index + 1) * 37 }));
}

/** The report of an ordinary build, but for what is given. */
export function reportData(other: Partial<ReportData> = {}): ReportData {
  return {
    version: '1.2.3',
    baseUrl: 'https://example.org/catalog',
    out: 'dist',
    host: 'nginx',
    courses: 4497,
    providers: 413,
    categories: 335,
    languages: 41,
    pages: 2311,
    files: 8120,
    folders: 7900,
    bytes: 14_321_234,
    byCategory: namedThings(253, 'category'),
    byProvider: namedThings(413, 'provider'),
    byLanguage: namedThings(41, 'language'),
    byYear: years(13),
    biggestLists: [
      {
        name: 'MIT',
        kind: 'provider',
        courses: 3209,
        pages: 129,
        address: 'https://example.org/catalog/api/v1/providers/1/courses/',
      },
    ],
    endpoints: [
      { path: '/api/v1/courses/latest/', files: 1, bytes: 8123 },
      { path: '/api/v1/courses/view/{linkhash}/', files: 4497, bytes: 6_312_312 },
      { path: 'files around the API', files: 8, bytes: 9123 },
    ],
    stages: [
      { name: 'read', seconds: 0.5 },
      { name: 'write', seconds: 1.5 },
    ],
    changes: {
      isDryRun: false,
      isFirst: false,
      added: 1,
      changed: 23,
      removed: 0,
      shown: [
        { kind: 'added', path: 'api/v1/courses/view/0cc175b9c0f1b6a831c399e269772661/index.json' },
        { kind: 'changed', path: 'api/v1/providers/index.json' },
      ],
    },
    warnings: ['data: near the limit of files'],
    ...other,
  };
}

/** A report in which every text that a person or a catalog may choose is the given one. */
export function reportWith(text: string): ReportData {
  const { biggestLists, endpoints, stages, changes } = reportData();
  const named = namedThings(3).map((thing) => ({ ...thing, name: text }));
  return reportData({
    version: text,
    out: text,
    host: text,
    byCategory: named,
    byProvider: named,
    byLanguage: named,
    biggestLists: biggestLists.map((list) => ({ ...list, name: text, address: `https://example.org/${text}` })),
    endpoints: endpoints.map((endpoint) => ({ ...endpoint, path: text })),
    stages: stages.map((stage) => ({ ...stage, name: text })),
    changes: { ...changes, shown: changes.shown.map((change) => ({ ...change, path: text })) },
    warnings: [text],
  });
}
