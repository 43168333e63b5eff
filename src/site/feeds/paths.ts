// Where the feeds are, below the base URL.

export const feedPaths = { atom: 'feed.xml', json: 'feed.json' } as const;
