import type { FileErrorCode } from '#domain/finding.ts';
import { FILE_FAILURES, FOREIGN_FILES, sayAtConsole, type ForeignFormat } from '#domain/texts/failures.ts';
import { getSystemCode } from '#platform/disk-error.ts';

export interface FileError {
  readonly codigo: FileErrorCode;
  /** A Spanish sentence for people: what happened, what was kept, what to do. */
  readonly mensaje: string;
  readonly formato?: ForeignFormat | undefined;
}

/** Leaves out `HOJA_INEXISTENTE`: the code that searches for the sheet makes its sentence. */
export type ProblemCode = Exclude<keyof typeof FILE_FAILURES, 'SIN_TABLA' | 'COLUMNAS_SIN_MAPEAR'>;

/** Why a file cannot be read. Readers throw it several streams deep; `readWorkbook` alone catches it, as a `Result`. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly codigo: ProblemCode;
  readonly formato: ForeignFormat | undefined;

  /** `mensaje` replaces the usual sentence if more is known. */
  constructor(code: ProblemCode, options: { cause?: unknown; mensaje?: string; formato?: ForeignFormat } = {}) {
    const words = options.formato === undefined ? FILE_FAILURES[code] : FOREIGN_FILES[options.formato];
    super(options.mensaje ?? sayAtConsole(words), { cause: options.cause });
    this.codigo = code;
    this.formato = options.formato;
  }
}

/** `what` is for the log and the tests; a person reads the usual sentence. */
export const createDamagedProblem = (what: string): FileProblem =>
  new FileProblem('ARCHIVO_DANADO', { cause: new Error(what) });

/** `what` names the bound. */
export const createTooBigProblem = (what: string): FileProblem =>
  new FileProblem('ARCHIVO_DEMASIADO_GRANDE', { cause: new Error(what) });

/** Bounds of a workbook (docs/coupons.md, "Bounds"). Beyond any of them: `ARCHIVO_DEMASIADO_GRANDE`. */
export interface Limits {
  readonly fileBytes: number;
  readonly entries: number;
  /** Inflated bytes of one part. */
  readonly partBytes: number;
  /** Inflated bytes of all parts that are read. */
  readonly inflatedBytes: number;
  /** Inflated over compressed bytes of one part, past `ratioFloorBytes`. */
  readonly ratio: number;
  readonly ratioFloorBytes: number;
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
  /** Bytes of the file, or of its inflated parts. */
  readonly bytes: number;
  /** Cells of an `.xls`, and of an `.xlsb`, whose cells take less memory. Formatted blank cells count. */
  readonly xlsCells: number;
  readonly xlsbCells: number;
  readonly merges: number;
  /** Bytes of the shared texts of an `.xls`: the library's time grows with them. */
  readonly xlsTextBytes: number;
  readonly others: number;
}

const MIB = 1024 * 1024;

/** The widest real case is 1,048,576 rows × 22 columns: 23 million cells, 900 MB of XML. Formatted blank rows inflate 60 times, bombs 340. */
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
  // A full sheet of 26 columns in the `.xls` format, of 64 in the `.xlsb` one: more does not fit in the worker's memory.
  library: {
    bytes: 128 * MIB,
    xlsCells: 65_536 * 26,
    xlsbCells: 65_536 * 64,
    merges: 200_000,
    xlsTextBytes: 16 * MIB,
    others: 500_000,
  },
};

/**
 * The memory of the thread: more than our own reader needs for the fullest sheet within `DEFAULT_LIMITS`, and a stop for libraries with a hostile
 * .xls, .xlsb or .ods. Typed arrays do not count; the limits above bound them. A young generation of 12 MB instead of 48 lowers the peak by as much
 * and costs no time.
 */
export const READ_WORKER_LIMITS = {
  maxOldGenerationSizeMb: 1024,
  maxYoungGenerationSizeMb: 12,
  stackSizeMb: 8,
} as const;

/** Files within the bounds take less. After this time the caller ends the worker and uses `fileErrorFromCrash('timeout')`. */
export const READ_TIMEOUT_MS = 120_000;

/** The library's limit for a file of an old format: a full sheet takes ten seconds. */
export const OLD_FORMAT_TIMEOUT_MS = 60_000;

/**
 * The file's error when the reading worker died: out of memory or time is `ARCHIVO_DEMASIADO_GRANDE`, a stack overflow (deep nesting) is
 * `ARCHIVO_DANADO`. Undefined for any other error, which is a bug of ours.
 */
export function fileErrorFromCrash(crash: unknown): FileError | undefined {
  const code = getSystemCode(crash);
  const tooBig = crash === 'timeout' || code === 'ERR_WORKER_OUT_OF_MEMORY' || code === 'ERR_MEMORY_ALLOCATION_FAILED';
  const damaged = crash instanceof RangeError;
  if (!tooBig && !damaged) return undefined;
  const problem = new FileProblem(tooBig ? 'ARCHIVO_DEMASIADO_GRANDE' : 'ARCHIVO_DANADO');
  return { codigo: problem.codigo, mensaje: problem.message };
}
