// The script of the page for frames: sets the attributes of the element from the query of the address.
import { attributeNames, valueSeparator } from '../../outputs/embed/snippets.ts';

const list = document.querySelector('course-list');
const asked = new URLSearchParams(location.search);
for (const name of attributeNames) {
  const values = asked.getAll(name);
  // Never another catalog: readers see in the address whose list it is.
  if (values.length > 0 && name !== 'catalog') list?.setAttribute(name, values.join(valueSeparator));
}
