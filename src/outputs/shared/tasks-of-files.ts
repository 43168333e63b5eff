// The tasks that write files from the texts of courses.

/** Enough for the cores of most machines, and no more, as every task reads the texts of nearly all chunks. */
const minTasks = 4;

/** With more courses, more tasks need less memory at a time. */
const coursesPerTask = 50_000;

/** Divides files among tasks; `courses` is the number of courses in all of them. */
export function tasksOfFiles<T>(files: readonly T[], courses: number): T[][] {
  const tasks = Math.max(minTasks, Math.ceil(courses / coursesPerTask));
  const size = Math.max(1, Math.ceil(files.length / tasks));
  return Array.from({ length: Math.ceil(files.length / size) }, (_, index) =>
    files.slice(index * size, (index + 1) * size),
  );
}
