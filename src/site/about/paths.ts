// Where the documents about the catalog as a whole are.

export const dcatPath = 'dcat.jsonld';
/** Where clients look for it (RFC 9727). */
export const apiCatalogPath = '.well-known/api-catalog';
export const apiCatalogType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
