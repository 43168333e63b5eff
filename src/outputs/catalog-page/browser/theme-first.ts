// Runs before the first paint, so that the page does not flash in the wrong theme, nor in the wrong language or view, and requests at once what a search needs.
import { applyTheme } from './theme.ts';
import { visitorsLanguage } from './visitor.ts';

applyTheme();

const { dataset, lang } = document.documentElement;
const place = location.search.startsWith('?q=') ? 'search/' : location.hash.replace(/^#?\/?/u, '');
if ((visitorsLanguage()?.language ?? lang) !== lang) dataset['wait'] = 'page';
else if (place !== '' || location.search !== '') dataset['wait'] = 'view';

if (/^(?:search\/|courses\/?(?:\?|$)|(?:categories|providers|languages)\/.)/u.test(place)) {
  for (const href of dataset['search']?.split(' ') ?? []) {
    const link = document.createElement('link');
    const isScript = href.endsWith('.js');
    Object.assign(link, isScript ? { rel: 'modulepreload' } : { rel: 'preload', as: 'fetch', crossOrigin: '' });
    link.href = href;
    document.head.append(link);
  }
}
