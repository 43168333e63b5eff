// The content security policy of all pages for people: everything from their own origin, nothing inline, markup in scripts by one policy.

/** The name under which scripts make markup (Trusted Types). */
export const trustedTypesPolicy = 'static-course-catalog';

function policyWithPictures(pictures: string): string {
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:${pictures}; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types ${trustedTypesPolicy}`;
}

/** Set by pages in a meta element. JSON-LD is data, which no policy applies to. */
export const pagePolicy = policyWithPictures('');

/** The same for headers, with pictures of any server: each page narrows it down to the server of its own. */
export const pagePolicyHeader = policyWithPictures(' https: http:');
