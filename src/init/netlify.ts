// Netlify: the file that tells its build service how to build a catalog, previews of pull requests included.

/** The text of `netlify.toml`. Netlify tells the address of the site in `URL`, and that of a preview in `DEPLOY_PRIME_URL`. */
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
