// The script of the page for frames: sets the attributes of the element from the query of the address, and reports its height.
import { heightMessage } from '../../outputs/embed/paths.ts';
import { attributeNames, valueSeparator } from '../../outputs/embed/snippets.ts';

const list = document.querySelector('course-list');
const asked = new URLSearchParams(location.search);
for (const name of attributeNames) {
  const values = asked.getAll(name);
  // Never another catalog: readers see in the address whose list it is.
  if (values.length > 0 && name !== 'catalog') list?.setAttribute(name, values.join(valueSeparator));
}

/** Tells the page around the frame how high the list is, with as much room below it as above. */
function reportHeight({ offsetTop, offsetHeight }: HTMLElement): void {
  parent.postMessage({ type: heightMessage, height: offsetTop * 2 + offsetHeight }, '*');
}

if (list instanceof HTMLElement) new ResizeObserver(() => reportHeight(list)).observe(list);
