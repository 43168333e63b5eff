// The script of static pages, loaded before the first paint: the theme, and the switch of it, which the style sheet hides without it.
import { applyTheme, bindThemeSwitch } from './theme.ts';

applyTheme();
addEventListener('DOMContentLoaded', () => bindThemeSwitch(document.querySelector('.top .theme')));
