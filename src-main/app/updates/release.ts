/** The program's version. A test compares it with package.json, which a packaged program does not read. */
export const VERSION = '0.1.0';

/**
 * The address of this program's published versions, which electron-builder writes into the installers (docs/updates.md). Null: the program looks for
 * no versions.
 */
export const RELEASE: { readonly feed: string | null } = { feed: null };
