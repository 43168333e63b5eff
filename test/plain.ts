// A line for people as a test compares it: printed without colors.
import { printed, type Text } from '../src/terminal.ts';

export function plain(text: Text): string {
  return printed(text, false);
}
