// Paths of the feeds, relative to the site root.

export const feedPaths = { atom: 'feed.xml', json: 'feed.json' } as const;
