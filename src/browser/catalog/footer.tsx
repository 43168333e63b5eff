// The footer: the same catalog for programs.

export function Footer() {
  return (
    <footer class="bottom">
      <p>Made from the published API, which every program may call.</p>
      <ul aria-label="For programs">
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
