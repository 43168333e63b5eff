// Runs before the first paint: a remembered theme must not flash up as the other one.
import { applyTheme } from './theme.ts';

applyTheme();
