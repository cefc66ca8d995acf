/** What a program knows of those who publish it. */
export interface Release {
  /** Where its new versions are, when no administrator says another place; null: it was published nowhere. */
  readonly feed: string | null;
  /** The public keys that a version may be signed with, PEM. Several while one takes the place of another. */
  readonly keys: readonly string[];
}

/**
 * Of this program. Whoever publishes it puts their address and their public key here (docs/updates.md, "Publishing"): until then it takes no
 * version from anybody, whatever a feed offers.
 */
export const RELEASE: Release = { feed: null, keys: [] };
