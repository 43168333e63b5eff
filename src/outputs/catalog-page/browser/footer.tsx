// The footer: links to everything on the site that is not a view.
import { message } from './locale.ts';
import type { Site } from './view.ts';

export function Footer({ site }: { site: Site }) {
  const links = [
    ...(site.coursePages ? [['providers/', 'charts.byProvider'] as const] : []),
    ...(site.dumps ? [['downloads/', 'footer.downloads'] as const] : []),
    ['docs/', 'footer.reference'],
    ['openapi.json', 'footer.openapi'],
    ['feed.xml', 'footer.atom'],
    ['feed.json', 'footer.jsonFeed'],
  ] as const;
  return (
    <footer class="bottom">
      <p>{message('footer.note')}</p>
      <ul aria-label={message('footer.label')}>
        {links.map(([href, name]) => (
          <li key={href}>
            <a href={href}>{message(name)}</a>
          </li>
        ))}
      </ul>
    </footer>
  );
}
