// Runs before the first paint, so that the page does not flash in the wrong theme.
import { applyTheme } from './theme.ts';

applyTheme();
