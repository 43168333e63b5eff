// Paths of what other sites load of a catalog, relative to the site root. They stay, as pages of others have them.

export const embedFolder = 'embed';
export const elementScript = `${embedFolder}/course-list.js`;
export const frameScript = `${embedFolder}/page.js`;

/** The type of the message with the height of a list, which the page for frames sends to the page around it. */
export const heightMessage = 'course-list-height';
