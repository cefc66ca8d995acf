/** The key (table `saber`) of the count of changes to rows. Filling an index, or noting that nothing changed, does not count. */
export const ROWS_VERSION = 'version_de_filas';
