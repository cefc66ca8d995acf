/** Where a table was found. Rows are the sheet's indexes, not the numbers that a person sees. */
export interface TableLocation {
  /** The last row of the header. */
  readonly headerRow: number;
  /** The header's texts by column, '' where there is none; two lines joined by a space. */
  readonly headers: readonly string[];
  /** Each line's own texts, to recognise the header when it comes again. */
  readonly headerLines: readonly (readonly string[])[];
  /** Dates of sales below a header that was passed over for this one. */
  readonly passedOver?: readonly DatedRow[];
}

export interface DatedRow {
  readonly row: number;
  /** The column of the date. */
  readonly column: number;
}
