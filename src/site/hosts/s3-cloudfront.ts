// The preset for a private S3 bucket behind CloudFront, whose function maps the query.
import { apiHeaders, cacheControl, contentType, coursesPath } from '../../api/http.ts';
import { apiRoot } from '../../api/routes.ts';
import { functionText } from './cloudfront-function.ts';
import { configurationFolder as folder, everyAbility, type Host } from './host.ts';
import { shellWord } from './notes.ts';

export const s3CloudFront: Host = {
  title: 'Amazon S3 and CloudFront',
  pageLinks: 'query',
  indexFile: 'index.json',
  can: everyAbility,
  proof: {
    kind: 'documents',
    by: "Amazon's documents; the tests run the function and the script against an imitation of both services",
  },
  limits: 'each request runs the function and is paid for; methods that CloudFront does not know get 403',
  budget: [],
  files: (site) => [
    { path: `${folder}/cloudfront-function.js`, text: functionText(site) },
    { path: `${folder}/response-headers-policy.json`, text: json(responseHeadersPolicy()) },
    { path: `${folder}/custom-error-responses.json`, text: json(customErrorResponses()) },
    { path: `${folder}/publish.sh`, text: publishScript() },
  ],
  notes: ({ out }) => [
    `Once: have the default behavior of the distribution allow all methods and run ${shellWord(`${out}/${folder}/cloudfront-function.js`)} on viewer requests;`,
    `add response-headers-policy.json (aws cloudfront create-response-headers-policy) and custom-error-responses.json from there.`,
    `Publish it: sh ${shellWord(`${out}/${folder}/publish.sh`)} BUCKET`,
  ],
};

/** As `aws cloudfront create-response-headers-policy --response-headers-policy-config` reads it. */
function responseHeadersPolicy(): unknown {
  const { 'X-Content-Type-Options': sniffing, ...others } = apiHeaders;
  // Not as CorsConfig: with that CloudFront writes a `Vary` of its own over this one.
  const items = Object.entries(others).map(([Header, Value]) => ({ Header, Value, Override: true }));
  return {
    Name: 'static-course-catalog',
    Comment: 'Headers of the course catalog API',
    SecurityHeadersConfig: { ContentTypeOptions: { Override: sniffing === 'nosniff' } },
    CustomHeadersConfig: { Quantity: items.length, Items: items },
  };
}

/** As `CustomErrorResponses` of a distribution's configuration. S3 answers 403 for what is missing from a private bucket. */
function customErrorResponses(): unknown {
  const items = [403, 404].map((ErrorCode) => ({
    ErrorCode,
    ResponsePagePath: '/404.json',
    ResponseCode: '404',
    ErrorCachingMinTTL: 10,
  }));
  return { Quantity: items.length, Items: items };
}

/** Three commands, for type and age of an object are set as it is copied; the files at the root last, as they lead to the rest. */
function publishScript(): string {
  const courses = `${apiRoot}/${coursesPath}`.replace(/\/$/u, '');
  const type = `--content-type ${contentType}`;
  const [coursesAge, listsAge] = [cacheControl.courses, cacheControl.lists].map((age) => `--cache-control '${age}'`);
  return `#!/bin/sh
# Copies the site into an S3 bucket: sh publish.sh BUCKET
set -eu
bucket="s3://\${1:?the name of the bucket is missing: sh publish.sh BUCKET}"
CDPATH='' cd -- "$(dirname -- "$0")/.."
aws s3 sync ${courses} "$bucket/${courses}" --delete ${type} ${coursesAge}
aws s3 sync ${apiRoot} "$bucket/${apiRoot}" --delete --exclude '${coursesPath}*' ${type} ${listsAge}
aws s3 sync . "$bucket" --delete --exclude '${folder}/*' --exclude '${apiRoot}/*' ${listsAge}`;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
