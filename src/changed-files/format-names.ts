// The names of the formats of the list of changed files, apart from the code that writes them, which loads on demand.
export const changesFormats = ['json', 'lines', 'rclone'] as const;
export type ChangesFormat = (typeof changesFormats)[number];
