// A list in a page of others: its attributes say what is shown, in a shadow root with a style sheet of its own.
import type { Choice } from '../../outputs/filters/filters.ts';
import { isFilterName } from '../../outputs/filters/file-format.ts';
import { coursePagesFolder } from '../../outputs/shared/page-paths.ts';
import { html } from '../../text/html.ts';
import { queryOf } from './address.ts';
import { catalogAddress, parseAttributes } from './attributes.ts';
import type { ListCatalog, ListCatalogs } from './catalog.ts';
import { filterBarOf } from './list-filters.ts';
import { loadList, type LoadedList } from './load-list.ts';
import { barOf, failureOf, rowsOf } from './results.ts';
import { setMarkup } from './set-markup.ts';
import { updateBar } from './update-bar.ts';

export interface EmbeddedList {
  /** Shows the list as the attributes say, without what the reader chose. */
  readonly show: () => void;
}

/** Opens the list of an element whose attributes may change. `own` is the address of the catalog of the script. */
export function openEmbeddedList(
  host: HTMLElement,
  sheet: CSSStyleSheet,
  own: string,
  catalogsOf: () => ListCatalogs,
): EmbeddedList {
  const [frame, bar, status, results] = ['div', 'div', 'p', 'div'].map((name) => document.createElement(name));
  if (!frame || !bar || !status || !results) throw new Error('no element was made');
  frame.className = 'list';
  bar.className = 'bar';
  status.className = 'count';
  // Never replaced, so that screen readers announce its changes.
  status.setAttribute('role', 'status');
  frame.append(bar, status, results);
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  root.append(frame);
  /** What the reader chose, by the names of filters. */
  const chosen = new Map<string, string>();
  let turn = 0;

  /** Once all attributes that are set together are set. A later list never waits for an earlier one. */
  const show = async () => {
    turn += 1;
    const current = turn;
    await Promise.resolve();
    if (current !== turn) return;
    const { words, at } = catalogsOf();
    const { text, tag, dir } = words;
    [frame.lang, frame.dir, frame.ariaBusy] = [tag, dir, 'true'];
    if (!results.hasChildNodes()) status.textContent = text('app.loading');
    try {
      const shown = await load(at(catalogAddress(host, own, words)), host, chosen);
      if (current !== turn) return;
      updateBar(bar, shown.bar);
      status.textContent = shown.status;
      setMarkup(results, shown.results);
    } catch (error) {
      if (current !== turn) return;
      status.textContent = text('failure.title');
      setMarkup(results, failureOf(error, words));
    }
    frame.ariaBusy = 'false';
  };
  bar.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) chosen.set(target.name, target.value);
    void show();
  });
  results.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    if (target.value === 'reload') location.reload();
    else void show();
  });
  return {
    show() {
      chosen.clear();
      void show();
    },
  };
}

/** The list, narrowed down to what the reader chose. */
async function load(catalog: ListCatalog, host: Element, chosen: ReadonlyMap<string, string>) {
  const { words } = catalog;
  const { limit, filters, ...request } = parseAttributes(host, await catalog.names(), words);
  const own = [...chosen].filter(([, value]) => value !== '');
  const isOwn = ([name]: Choice) => own.some(([filter]) => filter === name);
  const choices = [...request.choices.filter((choice) => !isOwn(choice)), ...own];
  const loaded = await loadList(catalog, undefined, { ...request, choices });
  const { results } = loaded;
  await Promise.all(filters.filter((name) => !isFilterName(name)).map(async (name) => results.loadField(name)));
  const courses = await results.first(limit);
  const none = words.text(own.length > 0 ? 'filter.none' : 'empty.list');
  const address = `${catalog.root}${coursePagesFolder}/${queryOf(loaded.request)}`;
  const all =
    results.total > courses.length ? html`<p><a href="${address}">${words.text('search.allResults')}</a></p>` : [];
  return {
    bar: barOf({ filters: offered(loaded, filters, request.choices, own), sorts: [] }, words),
    status: results.total === 0 ? none : words.text('courses.count', { count: results.total }),
    results: results.total === 0 ? html`` : html`${rowsOf(courses, loaded)}${all}`,
  };
}

/** The filters that readers may choose by, with the values that the list has. */
function offered(loaded: LoadedList, names: readonly string[], ofList: readonly Choice[], own: readonly Choice[]) {
  const { filters } = filterBarOf(loaded);
  return names.flatMap((name) => {
    const allowed = ofList.flatMap(([filter, value]) => (filter === name ? [value] : []));
    return filters
      .filter((filter) => filter.name === name)
      .map(({ values = [], ...filter }) => ({
        ...filter,
        values: values
          .filter(({ value }) => allowed.length === 0 || allowed.includes(value))
          .map((value) => ({ ...value, isChosen: own.some(([of, one]) => of === name && one === value.value) })),
      }));
  });
}
