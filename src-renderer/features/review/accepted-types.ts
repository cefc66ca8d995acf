/** Endings of the files that are read for coupons, as `<input accept>` takes them. */
export const ACCEPTED_TYPES = '.xlsx,.xls,.xlsb,.xlsm,.ods,.csv,.tsv,.txt,.zip';
