// Netlify: the configuration of its build service, for the site and for previews of pull requests.

/** The text of `netlify.toml`. Netlify sets `URL` to the address of the site, and `DEPLOY_PRIME_URL` to that of a preview. */
export function netlifyConfiguration(): string {
  return `[build]
  command = "npx --no course-catalog build --host netlify --out dist --base-url $URL"
  publish = "dist"

[context.deploy-preview]
  command = "npx --no course-catalog build --host netlify --out dist --base-url $DEPLOY_PRIME_URL"

[context.branch-deploy]
  command = "npx --no course-catalog build --host netlify --out dist --base-url $DEPLOY_PRIME_URL"
`;
}
