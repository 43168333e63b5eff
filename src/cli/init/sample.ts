// The sample: a small catalog to edit, in the two formats that are easy to edit. Its addresses are real.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaPath, type InitFile } from './project.ts';

export const sampleFolder = 'data';

/** Providers and categories in YAML, courses in YAML and CSV; the YAML files name their schemas for editors. */
export const sampleFiles: readonly InitFile[] = [
  {
    path: 'data/providers.yaml',
    text: `# yaml-language-server: $schema=${schemaPath('..', 'providers')}
# Who offers the courses. Give a new provider the next free id.

- id: 1
  name: MIT OpenCourseWare
- id: 2
  name: freeCodeCamp
- id: 3
  name: FUN MOOC
`,
  },
  {
    path: 'data/categories.yaml',
    text: `# yaml-language-server: $schema=${schemaPath('..', 'categories')}
# The subjects. You may rename or move one, but keep its id.

- id: 1
  name: Computing
  children:
    - id: 11
      name: Programming
    - id: 12
      name: Algorithms
- id: 2
  name: Mathematics
  children:
    - id: 21
      name: Linear algebra
    - id: 22
      name: Calculus
`,
  },
  {
    path: 'data/courses/mit.yaml',
    text: `# yaml-language-server: $schema=${schemaPath('../..', 'courses')}
# A course needs id, title, linkurl, provider, language and date_published; the rest is optional.

- id: 1
  title: Introduction to Algorithms
  linkurl: https://ocw.mit.edu/courses/6-006-introduction-to-algorithms-spring-2020/
  provider: 1
  language: English
  author: [Erik Demaine, Jason Ku, Justin Solomon]
  date_published: "2020-11-23"
  categories: [12]
  tags: algorithms, data structures
  description: Sorting, hashing, search trees, shortest paths and dynamic programming.

- id: 2
  title: Linear Algebra
  linkurl: https://ocw.mit.edu/courses/18-06-linear-algebra-spring-2010/
  provider: 1
  language: English
  author: Gilbert Strang
  date_published: "2010-10-15"
  categories: [21]
  description: <p>Matrices, subspaces, determinants and <em>eigenvalues</em>. A description may hold HTML.</p>

- id: 3
  title: Single Variable Calculus
  linkurl: https://ocw.mit.edu/courses/18-01sc-single-variable-calculus-fall-2010/
  provider: 1
  language: English
  author: David Jerison
  date_published: "2011-01-13"
  categories: [22]
`,
  },
  {
    path: 'data/courses/programming.csv',
    text: `id,title,linkurl,provider,language,date_published,categories,tags
4,Responsive Web Design,https://www.freecodecamp.org/learn/2022/responsive-web-design/,2,English,2022-01-31,11,"html, css"
5,JavaScript Algorithms and Data Structures,https://www.freecodecamp.org/learn/javascript-algorithms-and-data-structures/,2,English,2018-05-31,11;12,"javascript, algorithms"
6,Apprendre à coder avec Python,https://www.fun-mooc.fr/fr/cours/apprendre-a-coder-avec-python/,3,Français,2019-01-28,11,python
`,
  },
];

/** The files of sample courses that a source folder holds as they were written. */
export function unchangedSampleFiles(data: string): string[] {
  const courses = sampleFiles.filter(({ path }) => path.startsWith(`${sampleFolder}/courses/`));
  return courses.flatMap(({ path, text }) => {
    const file = join(data, path.slice(sampleFolder.length + 1));
    return holds(file, text) ? [file] : [];
  });
}

/**
 * Removes the sample from a source folder, if all of it is there as it was written. The result puts it back, unless there are other
 * courses by then, and returns whether it is gone.
 */
export function removeSample(data: string): () => boolean {
  const files = sampleFiles.map(({ path, text }) => ({ file: join(data, path.slice(sampleFolder.length + 1)), text }));
  if (!files.every(({ file, text }) => holds(file, text))) return () => false;
  for (const { file } of files) rmSync(file);
  return () => {
    if (readdirSync(join(data, 'courses')).length > 0) return true;
    for (const { file, text } of files) writeFileSync(file, text);
    return false;
  };
}

function holds(file: string, text: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true && readFileSync(file, 'utf8') === text;
}
