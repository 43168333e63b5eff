// Preset for a private S3 bucket behind CloudFront, where a function maps `?page=n`.
import { apiHeaders, cacheControl, contentType, viewsPath } from '../api/http.ts';
import { apiRoot, viewsFolder } from '../api/routes.ts';
import { assetsCacheControl, assetsFolders, publishedPaths } from '../api/published-paths.ts';
import { functionText } from './cloudfront-function.ts';
import { configurationFolder as folder, fullSupport, type Host, type HostedSite } from './host.ts';
import { shellWord } from '../text/shell.ts';

export const s3CloudFront: Host = {
  title: 'Amazon S3 and CloudFront',
  ...fullSupport,
  notFoundPage: undefined,
  proof: {
    kind: 'documents',
    by: "Amazon's documentation; the tests run the function and the script against an imitation of both services",
  },
  limitsText:
    'every request runs the function and costs money; methods that CloudFront does not know get 403; ' +
    'the content security policy of the HTML pages is sent with every response',
  files: (site) => [
    { path: `${folder}/cloudfront-function.js`, text: functionText(site) },
    { path: `${folder}/response-headers-policy.json`, text: json(responseHeadersPolicy(site)) },
    { path: `${folder}/custom-error-responses.json`, text: json(customErrorResponses()) },
    { path: `${folder}/publish.sh`, text: publishScript(site) },
  ],
  notes: ({ out }) => [
    `Once: in the default behavior of the distribution, allow all methods and run ${shellWord(`${out}/${folder}/cloudfront-function.js`)} on viewer requests;`,
    `from the same folder, add response-headers-policy.json (aws cloudfront create-response-headers-policy) and custom-error-responses.json.`,
    `Publish it: sh ${shellWord(`${out}/${folder}/publish.sh`)} BUCKET`,
  ],
};

/** The input of `aws cloudfront create-response-headers-policy --response-headers-policy-config`. */
function responseHeadersPolicy(site: HostedSite): unknown {
  const { 'X-Content-Type-Options': sniffing, ...customHeaders } = apiHeaders;
  // Not as CorsConfig, which would make CloudFront overwrite `Vary`.
  const items = Object.entries(customHeaders).map(([Header, Value]) => ({ Header, Value, Override: true }));
  // The last one, of static pages, which may send their search form: each page narrows it down to its own.
  const policy = publishedPaths(site).findLast((published) => published.policy !== undefined)?.policy;
  return {
    Name: 'static-course-catalog',
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

/** One command for each content type and cache lifetime, which are set on upload. Assets go before the pages that use them; old assets are deleted last. */
function publishScript(site: HostedSite): string {
  const asJson = `--content-type ${contentType}`;
  const ages = { ...cacheControl, assets: assetsCacheControl };
  const age = (kind: keyof typeof ages) => `--cache-control '${ages[kind]}'`;
  // A build without HTML pages lacks these; the last sync deletes those of an earlier build.
  const folders = assetsFolders(site);
  const assets = folders.map((name) => `aws s3 sync ${name} "$bucket/${name}" ${age('assets')}`);
  const typed = publishedPaths(site).flatMap(({ path, type }) => (type === undefined ? [] : [{ path, type }]));
  const apart = [folder, apiRoot, ...folders].map((name) => `${name}/*`);
  const excluded = [...apart, ...typed.map(({ path }) => path)].map((pattern) => `--exclude '${pattern}'`);
  return [
    `#!/bin/sh
# Copies the site into an S3 bucket: sh publish.sh BUCKET
set -eu
bucket="s3://\${1:?missing bucket name: sh publish.sh BUCKET}"
CDPATH='' cd -- "$(dirname -- "$0")/.."
aws s3 sync ${viewsFolder} "$bucket/${viewsFolder}" --delete ${asJson} ${age('views')}
aws s3 sync ${apiRoot} "$bucket/${apiRoot}" --delete --exclude '${viewsPath}*' ${asJson} ${age('default')}`,
    ...assets,
    ...typed.map(({ path, type }) => `${uploadOf(path)} --content-type '${type}' ${age('default')}`),
    `aws s3 sync . "$bucket" --delete ${excluded.join(' ')} ${age('default')}`,
    ...assets.map((command) => `${command} --delete`),
  ].join('\n');
}

/** The command for a file, or for all files of a folder with an ending. */
function uploadOf(path: string): string {
  const [, parent = '', ending = ''] = /^(.*)\/(\*.+)$/u.exec(path) ?? [];
  if (parent === '') return `aws s3 cp ${path} "$bucket/${path}"`;
  return `aws s3 sync ${parent} "$bucket/${parent}" --delete --exclude '*' --include '${ending}'`;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
