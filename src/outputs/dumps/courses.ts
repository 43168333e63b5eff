// The courses as rows of CSV.
import type { FullCourse } from '../../api/schemas.ts';
import { courseColumns } from './columns.ts';
import { csvRow } from './csv.ts';

const names = Object.keys(courseColumns).filter((name): name is keyof FullCourse => name in courseColumns);

export const csvHeader = csvRow(names);

/** The row of a course. */
export function csvRecord(course: FullCourse): string {
  return csvRow(names.map((name) => course[name]));
}
