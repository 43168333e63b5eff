// Owns the edits of a generated catalog: each is a real one, saved as people and programs save.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The effect of an edit on a course. */
export interface Edit {
  title: string;
  /** Path of the course's file below the output folder. */
  view: string;
}

const NEWLINE = 0x0a;
/** Lowest id of an appended course: the generated ids, which are in no order, are lower. */
const APPENDED = 10_000_000;

/** Changes the title of the course in the middle of the catalog; the file is written anew and renamed over the old one. */
export function changeTitle(directory: string, title: string): Edit {
  const files = courseFiles(directory);
  const file = files[Math.floor(files.length / 2)] ?? '';
  const bytes = readFileSync(file);
  const from = bytes.indexOf(NEWLINE, Math.floor(bytes.length / 2)) + 1;
  const to = bytes.indexOf(NEWLINE, from);
  const course = courseOf(bytes.toString('utf8', from, to));
  const line = JSON.stringify({ ...course, title });
  writeFileSync(`${file}.tmp`, Buffer.concat([bytes.subarray(0, from), Buffer.from(line), bytes.subarray(to)]));
  renameSync(`${file}.tmp`, file);
  return { title, view: viewOf(course.linkurl) };
}

/** Changes the titles of `count` courses of the first file, evenly spread over it. */
export function changeTitles(directory: string, count: number, title: string): void {
  const [file = ''] = courseFiles(directory);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const every = Math.max(1, Math.floor(lines.length / count));
  const edited = lines.map((line, at) =>
    at % every === 0 ? JSON.stringify({ ...courseOf(line), title: `${title}: ${at}` }) : line,
  );
  writeFileSync(`${file}.tmp`, `${edited.join('\n')}\n`);
  renameSync(`${file}.tmp`, file);
}

/** Appends a course like the last one, with a new id and address. */
export function appendCourse(directory: string, title: string): Edit {
  const file = courseFiles(directory).at(-1) ?? '';
  const last = readFileSync(file).toString('utf8').trimEnd();
  const course = courseOf(last.slice(last.lastIndexOf('\n') + 1));
  const id = Math.max(course.id + 1, APPENDED);
  const linkurl = `https://example.org/appended/${id}`;
  appendFileSync(file, `${JSON.stringify({ ...course, id, linkurl, title })}\n`);
  return { title, view: viewOf(linkurl) };
}

function courseFiles(directory: string): string[] {
  const single = join(directory, 'courses.ndjson');
  if (existsSync(single)) return [single];
  const folder = join(directory, 'courses');
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name));
}

function courseOf(line: string): { id: number; linkurl: string } {
  return JSON.parse(line);
}

function viewOf(linkurl: string): string {
  return `api/v1/courses/view/${createHash('md5').update(linkurl).digest('hex')}/index.json`;
}
