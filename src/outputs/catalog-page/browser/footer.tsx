// The footer: links to other forms of the catalog.
import { message } from './locale.ts';
import type { Site } from './view.ts';

export function Footer({ site }: { site: Site }) {
  return (
    <footer class="bottom">
      <p>{message('footer.note')}</p>
      <ul aria-label={message('footer.label')}>
        {site.coursePages && (
          <li>
            <a href="providers/">{message('charts.byProvider')}</a>
          </li>
        )}
        {site.dumps && (
          <li>
            <a href="downloads/">{message('footer.downloads')}</a>
          </li>
        )}
        <li>
          <a href="docs/">{message('footer.reference')}</a>
        </li>
        <li>
          <a href="openapi.json">{message('footer.openapi')}</a>
        </li>
        <li>
          <a href="feed.xml">{message('footer.atom')}</a>
        </li>
        <li>
          <a href="feed.json">{message('footer.jsonFeed')}</a>
        </li>
      </ul>
    </footer>
  );
}
