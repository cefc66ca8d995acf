/** The program's version. A test compares it with package.json, which a packaged program does not read. */
export const VERSION = '0.1.0';

/**
 * The address where this program's versions are published, which electron-builder writes into the installers (docs/updates.md). Null: none are published
 * and the program looks for none.
 */
export const RELEASE: { readonly feed: string | null } = { feed: null };
