// The messages of the script of all pages: it has only these, in every language.

export const scriptMessages = ['direction', 'failure.reload', 'failure.script'] as const;
