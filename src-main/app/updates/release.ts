/** What a program knows of its publisher. */
export interface Release {
  /** The address of new versions, unless an administrator names another; null when the program was never published. */
  readonly feed: string | null;
  /** The public keys that may sign a version, PEM. There are several while one replaces another. */
  readonly keys: readonly string[];
}

/**
 * The release of this program. Its publisher puts the address and the public key here (docs/updates.md, "Publishing"). Until then every version
 * is refused, whatever a feed offers.
 */
export const RELEASE: Release = { feed: null, keys: [] };
