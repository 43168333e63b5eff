// Courses as in a search index.
import type { IndexedCourse } from './naive-index.ts';

/** A course without names, with some fields replaced. */
export function course(id: number, title: string, fields: Partial<IndexedCourse> = {}): IndexedCourse {
  const linkhash = String(id).padStart(32, '0');
  const texts = { linkurl: '', author: '', tags: '', provider_name: '' };
  return { linkhash, id, title, language: [], categories: [], ...texts, ...fields };
}
