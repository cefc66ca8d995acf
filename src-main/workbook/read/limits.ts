/** Bounds on what a workbook may hold (docs/coupons.md, "Bounds"). Beyond any of them: `ARCHIVO_DEMASIADO_GRANDE`. */
export interface Limits {
  readonly fileBytes: number;
  /** Parts of a zip container. */
  readonly entries: number;
  /** Bytes of one part once inflated. */
  readonly partBytes: number;
  /** Bytes of all parts that are read, once inflated. */
  readonly inflatedBytes: number;
  /** Inflated over compressed bytes of one part; looked at only past `ratioFloorBytes`. */
  readonly ratio: number;
  readonly ratioFloorBytes: number;
  /** Highest row and column number. */
  readonly rows: number;
  readonly columns: number;
  /** Cells with a value in the whole workbook, and bytes of distinct text. */
  readonly cells: number;
  readonly textBytes: number;
  /** Bytes of one text or one tag, which are held at once. */
  readonly tokenBytes: number;
  /** Inflated bytes of a part that is read whole. */
  readonly wholeBytes: number;
  /** Limits for the library that holds everything in memory (.xls, .xlsb). */
  readonly library: LibraryLimits;
}

export interface LibraryLimits {
  /** Bytes of the file, or of its parts once inflated. */
  readonly bytes: number;
  /** Cells of an `.xls`, and of an `.xlsb`, whose cells take less memory. Blank cells with a format count. */
  readonly xlsCells: number;
  readonly xlsbCells: number;
  readonly merges: number;
  /** Bytes of the shared texts of an `.xls`: the library's time grows with them. */
  readonly xlsTextBytes: number;
  /** Records of any other kind. */
  readonly others: number;
}

const MIB = 1024 * 1024;

/**
 * The widest real case is 1,048,576 rows × 22 columns: 23 million cells, 900 MB of XML. How many times the sheets of real workbooks inflate stands
 * in `zip.ts` (`BOMB_RATIO`). A sheet of blank formatted rows reaches about 60, a bomb 340 and more.
 */
export const DEFAULT_LIMITS: Limits = {
  fileBytes: 256 * MIB,
  entries: 10_000,
  partBytes: 2048 * MIB,
  inflatedBytes: 3072 * MIB,
  ratio: 200,
  ratioFloorBytes: 64 * MIB,
  rows: 1_048_576,
  columns: 16_384,
  cells: 40_000_000,
  textBytes: 512 * MIB,
  tokenBytes: 4 * MIB,
  wholeBytes: 256 * MIB,
  // A full sheet of 26 columns in the `.xls` format, of 64 in the `.xlsb` one: more does not fit in the worker's memory (`worker-limits.ts`).
  library: {
    bytes: 128 * MIB,
    xlsCells: 65_536 * 26,
    xlsbCells: 65_536 * 64,
    merges: 200_000,
    xlsTextBytes: 16 * MIB,
    others: 500_000,
  },
};
