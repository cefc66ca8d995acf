/** Fields of a row that the API description does not name, kept as they came; null when there were none. */
export type Extra = Readonly<Record<string, unknown>> | null;

/** A text the service may leave out: null when it was absent or null. Empty text stays empty text. NFC. */
export type OptionalText = string | null;

/** The identifier of another record: null when it came empty, null or "0" ("no link", docs/gaps.md). Opaque. */
export type Link = string | null;
