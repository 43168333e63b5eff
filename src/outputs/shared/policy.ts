// Content security policies of the HTML pages: everything from their own origin, nothing inline.

function policyWithForms(action: "'none'" | "'self'", pictures = ''): string {
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:${pictures}; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action ${action}`;
}

/** The policy of the catalog page. Set by the pages in a meta element and by host presets in a header. */
export const catalogPagePolicy = policyWithForms("'none'");

/** The policy of static pages, whose search form leads to the catalog page: JSON-LD is data, which no policy applies to. */
export const staticPagesPolicy = policyWithForms("'self'");

/** The same for headers, with pictures of any server: each page narrows it down to the server of its own. */
export const staticPagesHeader = policyWithForms("'self'", ' https: http:');
