// A printed line as tests compare it: without colors.
import { printed, type Text } from '../../src/text/terminal.ts';

export function plain(text: Text): string {
  return printed(text, false);
}
