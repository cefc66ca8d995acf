/** Apart from the reader of copies: who writes one need not load it. */
export const COPY_VERSION = 1;

/** The first line of a copy. */
export const buildCopyHeader = (date1904: boolean): string => JSON.stringify({ copia: COPY_VERSION, date1904 });
