// The content-security policy of the pages for people: everything from their own host, nothing inline.

/** As the pages themselves say it in a meta element, and host presets in a header. */
export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";
