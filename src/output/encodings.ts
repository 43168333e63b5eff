// Encodings: compressed twins that lie beside files, for hosts that send them as they are.

export const encodings = ['gzip', 'brotli'] as const;
export type Encoding = (typeof encodings)[number];
