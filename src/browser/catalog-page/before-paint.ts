// Runs before the first paint, so that the page does not flash in the wrong theme, nor in the wrong language or screen, and requests at once what searches and lists need.
import { applyTheme } from './theme.ts';
import { visitorsLanguage } from './language/visitor.ts';

applyTheme();

const { dataset, lang } = document.documentElement;
const query = new URLSearchParams(location.search).get('q');
const place = query === null ? location.hash.replace(/^#?\/?/u, '') : `search/${encodeURIComponent(query.trim())}`;
if ((visitorsLanguage()?.language ?? lang) !== lang) dataset['wait'] = 'page';
else if (place !== '') dataset['wait'] = 'screen';

// Without the script that shows the screen, the lists in the page are better than none.
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && delete dataset['wait'], true);

if (/^(?:search\/[^/?]|courses\/?(?:\?|$)|(?:categories|providers|languages)\/.)/u.test(place)) {
  for (const href of dataset['search']?.split(' ') ?? []) {
    const link = document.createElement('link');
    const isScript = href.endsWith('.js');
    Object.assign(link, isScript ? { rel: 'modulepreload' } : { rel: 'preload', as: 'fetch', crossOrigin: '' });
    link.href = href;
    document.head.append(link);
  }
}
