/** A heading of the manual, or a named row of one of its tables. `anchor` is empty for a whole page. */
export interface ManualSection {
  readonly page: string;
  readonly anchor: string;
  readonly title: string;
  /** The content of the section, as plain text. */
  readonly text: string;
}

/** The whole manual; the build puts it in (scripts/build/manual.ts). */
export const MANUAL: readonly ManualSection[] = __MANUAL__;
