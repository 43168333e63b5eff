// The script of the page for frames: its address describes the list, by the attributes of the element.
import { attributeNames, valueSeparator } from '../../outputs/embed/snippets.ts';

const list = document.querySelector('course-list');
const asked = new URLSearchParams(location.search);
for (const name of attributeNames) {
  const values = asked.getAll(name);
  // It shows no other catalog: its address says whose list it is.
  if (values.length > 0 && name !== 'catalog') list?.setAttribute(name, values.join(valueSeparator));
}
