/** The version of the program. A packaged program does not read package.json, so a test compares both. */
export const VERSION = '0.1.0';

/** The address of the published versions, which electron-builder writes into the installers (docs/updates.md). Null: the program never looks for versions. */
export const RELEASE: { readonly feed: string | null } = { feed: null };
