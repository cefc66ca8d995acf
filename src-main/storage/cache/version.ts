/** Where a cache counts the times that its rows changed (table `saber`): filling an index or noting that nothing changed does not. */
export const ROWS_VERSION = 'version_de_filas';
