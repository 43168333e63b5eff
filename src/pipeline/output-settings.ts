// The settings of outputs: all that each sees of the options of a build. While they stay the same, so does what follows from them.
import type { OutputSite } from '../outputs/site-options.ts';
import { outputRows } from '../outputs/rows.ts';
import type { ByOutput } from './read/result.ts';

/** The settings of an output: see `OutputRow`. Plain data. */
export interface OutputSettings {
  readonly chunkSettings: unknown;
  readonly taskSettings: unknown;
}

/** The settings of the outputs that a site wants. */
export function outputSettings(site: OutputSite): ByOutput<OutputSettings> {
  const wanted = outputRows.filter((row) => row.isWanted(site.hosted));
  return Object.fromEntries(
    wanted.map((row) => [
      row.name,
      { chunkSettings: row.chunkSettings?.(site) ?? null, taskSettings: row.taskSettings?.(site) ?? null },
    ]),
  );
}
