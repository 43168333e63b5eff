// The real catalog: thousands of courses in many languages. It is not part of the repository, and its tests are skipped without it.
import { existsSync } from 'node:fs';

export const realCatalog = '../shared/data/free-programming-courses';

export const isRealMissing = !existsSync(realCatalog);

/** A suffix for the name of a test that needs it. */
export const neededForReal = isRealMissing ? ` (needs ${realCatalog})` : '';
