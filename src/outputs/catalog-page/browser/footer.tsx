// The footer: links to other forms of the catalog.
import type { Site } from './view.ts';

export function Footer({ site }: { site: Site }) {
  return (
    <footer class="bottom">
      <p>Built on the published API, which any program may use.</p>
      <ul aria-label="Other forms of this catalog">
        {site.coursePages && (
          <li>
            <a href="providers/">Courses by provider</a>
          </li>
        )}
        {site.dumps && (
          <li>
            <a href="dumps/datapackage.json">Download all courses</a>
          </li>
        )}
        <li>
          <a href="docs/">API reference</a>
        </li>
        <li>
          <a href="openapi.json">OpenAPI document</a>
        </li>
        <li>
          <a href="feed.xml">Atom feed</a>
        </li>
        <li>
          <a href="feed.json">JSON Feed</a>
        </li>
      </ul>
    </footer>
  );
}
