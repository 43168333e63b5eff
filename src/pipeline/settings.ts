// The settings of outputs: all that each sees of the options of a build. While they stay the same, so does what follows from them.
import type { OutputSite } from '../outputs/build-options.ts';
import { rows } from '../outputs/rows.ts';
import type { ByOutput } from './read/result.ts';

/** The settings of an output: see `OutputRow`. Plain data. */
export interface OutputSettings {
  readonly chunks: unknown;
  readonly tasks: unknown;
}

/** The settings of the outputs that a site wants. */
export function outputSettings(site: OutputSite): ByOutput<OutputSettings> {
  const wanted = rows.filter((row) => row.isWanted(site.hosted));
  return Object.fromEntries(
    wanted.map((row) => [row.name, { chunks: row.chunkSettings?.(site) ?? null, tasks: row.settings?.(site) ?? null }]),
  );
}
