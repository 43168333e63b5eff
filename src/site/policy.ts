// The content security policy of the HTML pages: everything from their own origin, nothing inline.

/** Set by the pages in a meta element and by host presets in a header. */
export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";
