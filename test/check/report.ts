// The report of `check` as tests compare it: the lines as printed, or the counts of a valid catalog.
import { check } from '../../src/pipeline/check.ts';
import { problemLines } from '../../src/text/messages.ts';
import { ProblemsError } from '../../src/problems.ts';
import { plain } from '../plain.ts';

/** Checks `<folder>/data`, in chunks of this size if one is given; paths in the report are relative to the folder. */
export async function reportOf(folder: string, chunkSize?: number): Promise<string> {
  const lines = await linesOf(`${folder}/data`, chunkSize);
  return lines.map((line) => `${line.replaceAll(`${folder}/`, '')}\n`).join('');
}

async function linesOf(data: string, chunkSize?: number): Promise<string[]> {
  try {
    const { summary, warnings } = await check(
      { data, threads: 1, pageSize: 25, ...(chunkSize !== undefined && { chunkSize }) },
      { onProgress: () => {}, signal: new AbortController().signal },
    );
    const counts = Object.entries(summary).map(([name, number]) => `${number} ${name}`);
    return [...problemLines(warnings).map(plain), `sound: ${counts.join(', ')}`];
  } catch (error) {
    if (error instanceof ProblemsError) return problemLines(error.problems).map(plain);
    throw error;
  }
}
