// Courses as a search index holds them.
import type { IndexedCourse } from './naive-index.ts';

/** A course in English, with some fields of its own. */
export function course(id: number, title: string, more: Partial<IndexedCourse> = {}): IndexedCourse {
  const linkhash = String(id).padStart(32, '0');
  return { linkhash, id, title, language: ['English'], author: '', tags: '', provider_name: '', ...more };
}
