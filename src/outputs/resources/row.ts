// The responses of the API that are a single file, as every command knows them.
import type { OutputRow } from '../output.ts';

export const resourcesRow: OutputRow = { name: 'resources', formats: [], isWanted: () => true, isApi: true };
