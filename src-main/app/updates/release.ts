/**
 * The address where this program's versions are published, which electron-builder writes into the installers (docs/updates.md). Null: none are published
 * and the program looks for none.
 */
export const RELEASE: { readonly feed: string | null } = { feed: null };
