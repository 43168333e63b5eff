// The footer: links to the machine-readable forms of the catalog.

export function Footer() {
  return (
    <footer class="bottom">
      <p>Built on the published API, which any program may use.</p>
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
