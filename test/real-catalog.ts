// The real catalog: thousands of courses in many languages. It is not part of the repository, and tests of it are skipped without.
import { existsSync } from 'node:fs';

export const realCatalog = '../shared/data/free-programming-courses';

export const isRealMissing = !existsSync(realCatalog);

/** The end of the name of a test that needs it. */
export const neededForReal = isRealMissing ? ` (needs ${realCatalog})` : '';
