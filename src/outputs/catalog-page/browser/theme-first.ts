// Runs before the first paint, so that the page does not flash in the wrong theme, nor in the wrong language or view.
import { applyTheme } from './theme.ts';
import { visitorsLanguage } from './visitor.ts';

applyTheme();

const { dataset, lang } = document.documentElement;
const isStart = /^#?\/?$/u.test(location.hash) && location.search === '';
if (!isStart || (visitorsLanguage()?.language ?? lang) !== lang) dataset['wait'] = '';
