// Staging: where a build writes, and what it compares with.
import { existsSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { apiRoot } from '../api/routes.ts';
import { listOutput, type OutputListing } from '../output/listing.ts';
import type { Stage } from '../output/stage.ts';
import type { WriteRoots } from '../output/writer.ts';
import { entryAt } from '../paths.ts';
import type { Baseline } from './cache/baseline.ts';

export interface Staging {
  /** Undefined in a dry run. */
  readonly stage: Stage | undefined;
  /** The real path of the output folder. */
  readonly target: string;
  /** The published folder of the API, if there is one. */
  readonly api: Stats | undefined;
  /** Its contents; only listed if there is no baseline. */
  readonly listing: OutputListing | undefined;
  readonly apiRoots: WriteRoots;
  readonly siteRoots: WriteRoots;
}

/** `isPart`: other builds may write other parts of the output meanwhile, so it counts as published even if it is empty. */
export function openStaging(
  target: string,
  stage: Stage | undefined,
  baseline: Baseline | undefined,
  isPart: boolean,
): Staging {
  const api = apiIn(target);
  const listing = api && !baseline ? listOutput(target) : undefined;
  const roots = { stage: stage?.site ?? null, odd: listing?.odd ?? [] };
  return {
    stage,
    target,
    api,
    listing,
    apiRoots: { ...roots, published: api || isPart ? target : null },
    siteRoots: { ...roots, published: isPart || existsSync(target) ? target : null },
  };
}

/** The folder of the API in an output folder, if there is one. */
export function apiIn(target: string): Stats | undefined {
  const entry = entryAt(join(target, apiRoot));
  return entry?.isDirectory() === true ? entry : undefined;
}
