/** A heading of the manual, or a line of one of its tables that has a name; `anchor` is empty for a page itself. */
export interface ManualSection {
  readonly page: string;
  readonly anchor: string;
  readonly title: string;
  /** What it says, as plain text. */
  readonly text: string;
}

/** The whole manual, put in by the build (scripts/build/manual.ts). */
export const MANUAL: readonly ManualSection[] = __MANUAL__;
