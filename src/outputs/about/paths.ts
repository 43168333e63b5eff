// Where the documents about the catalog as a whole are.

export const dcatPath = 'dcat.jsonld';
/** Where clients look for it (RFC 9727). */
export const apiCatalogPath = '.well-known/api-catalog';
export const apiCatalogType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
/** What a HEAD request there is answered with (RFC 9727, section 2): the address, relative to itself. */
export const apiCatalogLink = '<api-catalog>; rel=api-catalog';
