// Preset for a private S3 bucket behind CloudFront, where a function maps `?page=n`.
import { apiHeaders, cacheControl, contentType, viewsPath } from '../api/http.ts';
import { apiRoot } from '../api/routes.ts';
import { assetsCacheControl, assetsFolders, publishedPaths } from '../api/published-paths.ts';
import { functionText } from './cloudfront-function.ts';
import { configurationFolder as folder, fullSupport, type Host, type HostedSite, type HostFile } from './host.ts';
import { shellWord } from '../text/shell.ts';

export const s3CloudFront: Host = {
  title: 'Amazon S3 and CloudFront',
  ...fullSupport,
  notFoundPage: undefined,
  evidence: {
    kind: 'documents',
    by: "Amazon's documentation; the tests run the function and the script against an imitation of both services",
  },
  limitsText:
    'every request runs the function and costs money; methods that CloudFront does not know get 403; ' +
    'the content security policy of the HTML pages is sent with every response',
  files: (site) => [
    { path: `${folder}/cloudfront-function.js`, text: functionText(site) },
    ...headersPolicies(site),
    { path: `${folder}/custom-error-responses.json`, text: json(customErrorResponses()) },
    { path: `${folder}/publish.sh`, text: publishScript(site) },
  ],
  notes: ({ out }) => [
    `Once: in the default behavior of the distribution, allow all methods and run ${shellWord(`${out}/${folder}/cloudfront-function.js`)} on viewer requests;`,
    `from the same folder, add response-headers-policy.json (aws cloudfront create-response-headers-policy) and custom-error-responses.json.`,
    `Publish it: sh ${shellWord(`${out}/${folder}/publish.sh`)} BUCKET`,
  ],
};

/** One policy for everything, and another for a behavior of the pages that any site may frame. */
function headersPolicies(site: HostedSite): HostFile[] {
  const policies = publishedPaths(site).filter(({ policy }) => policy !== undefined);
  // The last one, of pages, which may send their search form: each page narrows it down to its own.
  const ofPages = policies.findLast(({ isForFrames }) => !isForFrames)?.policy;
  const forFrames = policies.find(({ isForFrames }) => isForFrames)?.policy;
  const file = (ending: string, policy?: string) => {
    const text = json(responseHeadersPolicy(`static-course-catalog${ending}`, policy));
    return { path: `${folder}/response-headers-policy${ending}.json`, text };
  };
  return [file('', ofPages), ...(forFrames === undefined ? [] : [file('-frames', forFrames)])];
}

/** The input of `aws cloudfront create-response-headers-policy --response-headers-policy-config`. */
function responseHeadersPolicy(name: string, policy: string | undefined): unknown {
  const { 'X-Content-Type-Options': sniffing, ...customHeaders } = apiHeaders;
  // Not as CorsConfig, which would make CloudFront overwrite `Vary`.
  const items = Object.entries(customHeaders).map(([Header, Value]) => ({ Header, Value, Override: true }));
  return {
    Name: name,
    Comment: 'Headers of the course catalog',
    SecurityHeadersConfig: {
      ContentTypeOptions: { Override: sniffing === 'nosniff' },
      // A policy cannot be limited to paths, so the headers of the HTML pages are sent with everything.
      ...(policy !== undefined && {
        ContentSecurityPolicy: { ContentSecurityPolicy: policy, Override: true },
        ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
      }),
    },
    CustomHeadersConfig: { Quantity: items.length, Items: items },
  };
}

/** `CustomErrorResponses` of a distribution. S3 answers 403 for missing objects in a private bucket. */
function customErrorResponses(): unknown {
  const items = [403, 404].map((ErrorCode) => ({
    ErrorCode,
    ResponsePagePath: '/404.json',
    ResponseCode: '404',
    ErrorCachingMinTTL: 10,
  }));
  return { Quantity: items.length, Items: items };
}

/**
 * One command for each content type and cache lifetime, which are set on upload. What links to files is sent after them, and files
 * are deleted last. Only patterns select files, since a build need not have all kinds.
 */
function publishScript(site: HostedSite): string {
  const age = (value: string) => `--cache-control '${value}'`;
  const typed = publishedPaths(site).flatMap(({ path, type }) => (type === undefined ? [] : [{ path, type }]));
  const assets = assetsFolders(site).map((name) => `${name}/*`);
  const api = `${apiRoot}/*`;
  const views = `${apiRoot}/${viewsPath}*`;
  const asJson = `--content-type ${contentType}`;
  const apart = [api, ...assets, ...typed.map(({ path }) => path)];
  return [
    preparation,
    send(including(views), asJson, age(cacheControl.views)),
    send(including(api), excluding(views), asJson, age(cacheControl.default)),
    ...assets.map((pattern) => send(including(pattern), age(assetsCacheControl))),
    ...typed.map(({ path, type }) => send(including(path), `--content-type '${type}'`, age(cacheControl.default))),
    send(...apart.map(excluding), age(cacheControl.default)),
    '# Nothing failed, so the sizes are equal by now, and this only deletes.',
    `aws s3 sync . "s3://$bucket" --delete --size-only "$@" ${excluding(`${folder}/*`)}`,
  ].join('\n');
}

/** Finds what to send. `md5` is how BSD and older macOS name it. */
const preparation = `#!/bin/sh
# Copies the site into an S3 bucket: sh publish.sh BUCKET
# With PUBLISH_ALL=1 it sends every file, also those that are there already, whose types and ages it corrects so.
set -eu
bucket=\${1:?missing bucket name: sh publish.sh BUCKET}
CDPATH='' cd -- "$(dirname -- "$0")/.."
md5=md5sum
command -v md5sum >/dev/null || md5='md5 -r'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# Finds the files that are not in the bucket with the same MD5, and links to them unless all differ. Sizes and times, which
# aws s3 sync compares, may be those of another version.
aws s3api list-objects-v2 --bucket "$bucket" --query 'Contents[].[ETag, Key]' --output text >"$work/objects"
find . -type f ! -path './${folder}/*' -exec $md5 {} + >"$work/files"
# One command a line, so that one that fails ends the script before anything is deleted.
sed 's|^"\\([0-9a-f]*\\)".|\\1 ./|' "$work/objects" >"$work/published"
# A name with a backslash has two there, and the line begins with one.
sed '/^\\\\/{s/^.//;s/\\\\\\\\/\\\\/g;};s/ [ *]/ /' "$work/files" >"$work/built"
# Another catalog in a folder of this one is not in the build either, and stays.
found='s|^[^ ]* \\./\\(.*\\)/build\\.json$|\\1|p'
sed -n "$found" "$work/published" >"$work/catalogs"
sed -n "$found" "$work/built" >"$work/ours"
LC_ALL=C sort -o "$work/catalogs" "$work/catalogs"
LC_ALL=C sort -o "$work/ours" "$work/ours"
LC_ALL=C comm -23 "$work/catalogs" "$work/ours" >"$work/others"
set --
while IFS= read -r catalog; do set -- "$@" --exclude "$catalog/*"; done <"$work/others"
[ -z "\${PUBLISH_ALL-}" ] || : >"$work/published"
LC_ALL=C sort -o "$work/published" "$work/published"
LC_ALL=C sort -o "$work/built" "$work/built"
LC_ALL=C comm -23 "$work/built" "$work/published" >"$work/differs"
changed=.
if ! cmp -s "$work/built" "$work/differs"; then
  changed=$work/changed
  sed 's/^[^ ]* //' "$work/differs" >"$work/names"
  sed 's|/[^/]*$||' "$work/names" >"$work/folders"
  LC_ALL=C sort -u -o "$work/folders" "$work/folders"
  mkdir "$changed"
  tr '\\n' '\\0' <"$work/folders" | (cd "$changed" && xargs -0 mkdir -p .)
  tr '\\n' '\\0' <"$work/names" | xargs -0 sh -ec 'for file; do ln -s "$PWD/$file" "$0/$file"; done' "$changed"
fi

send() { aws s3 cp "$changed" "s3://$bucket" --recursive "$@" ${excluding(`${folder}/*`)}; }`;

/** A command that sends the changed files that pass its filters, of which the last that matches counts. */
function send(...options: readonly string[]): string {
  return `send ${options.join(' ')}`;
}

function including(pattern: string): string {
  return `--exclude '*' --include '${pattern}'`;
}

function excluding(pattern: string): string {
  return `--exclude '${pattern}'`;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
