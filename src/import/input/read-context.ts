// What is at hand wherever a source is read.
import type { Settings } from '../../options/settings.ts';
import type { Notes } from '../notes.ts';
import type { Decoder } from './decoder.ts';
import type { Web } from './web.ts';

export interface ReadContext extends Pick<Settings, 'map' | 'sheet'> {
  readonly notes: Notes;
  readonly decoder: Decoder;
  /** Undefined for a file on this machine. */
  readonly web: Web | undefined;
  readonly onProgress: (progress: { readonly done: number; readonly total: number; readonly what: string }) => void;
  readonly signal: AbortSignal;
}
