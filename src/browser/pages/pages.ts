// The script of all pages, loaded before the first paint: the theme, the key of the search field, and the script of lists where one is needed.
import { elementScript } from '../../outputs/embed/paths.ts';
import { loadListScript } from './load-list-script.ts';
import { focusSearchBySlash } from './search-key.ts';
import { applyTheme, bindThemeSwitch } from './theme.ts';

applyTheme();
addEventListener('DOMContentLoaded', () => bindThemeSwitch(document.querySelector('.top .theme')));
focusSearchBySlash();
const { currentScript } = document;
if (currentScript instanceof HTMLScriptElement) loadListScript(new URL(elementScript, currentScript.src).href);
