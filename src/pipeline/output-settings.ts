// The settings of outputs: all that each sees of the options of a build. While they stay the same, so does what follows from them.
import { outputDeclarations } from '../outputs/declarations.ts';
import type { OutputSite } from '../outputs/site-options.ts';

/** By the names of outputs. */
export type ByOutput<T> = Readonly<Record<string, T>>;

/** The settings of an output: see `OutputDeclaration`. Plain data. */
export interface OutputSettings {
  readonly chunkSettings: unknown;
  readonly taskSettings: unknown;
}

/** The settings of the outputs that a site wants. */
export function outputSettings(site: OutputSite): ByOutput<OutputSettings> {
  const wanted = outputDeclarations.filter((output) => output.isWanted(site.hosted));
  return Object.fromEntries(
    wanted.map((output) => [
      output.name,
      { chunkSettings: output.chunkSettings?.(site) ?? null, taskSettings: output.taskSettings?.(site) ?? null },
    ]),
  );
}
