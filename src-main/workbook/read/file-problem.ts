import type { FileErrorCode } from '#domain/finding.ts';
import { FILE_FAILURES, FOREIGN_FILES, sayAtConsole, type ForeignFormat } from '#domain/texts/failures.ts';
import { getSystemCode } from '#platform/disk-error.ts';

export interface FileError {
  readonly codigo: FileErrorCode;
  /** A Spanish sentence for people: what happened, what was kept, what they can do. */
  readonly mensaje: string;
  readonly formato?: ForeignFormat | undefined;
}

/** The codes of files that cannot be read; without those of a file that was read, but has no coupons or lacks columns. */
export type ProblemCode = Exclude<keyof typeof FILE_FAILURES, 'SIN_TABLA' | 'COLUMNAS_SIN_MAPEAR'>;

/** Why a file cannot be read. Readers throw it from deep inside streams; only `readWorkbook` catches it and returns it as a `Result`. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly codigo: ProblemCode;
  readonly formato: ForeignFormat | undefined;

  constructor(code: ProblemCode, options: { cause?: unknown; mensaje?: string; formato?: ForeignFormat } = {}) {
    const words = options.formato === undefined ? FILE_FAILURES[code] : FOREIGN_FILES[options.formato];
    super(options.mensaje ?? sayAtConsole(words), { cause: options.cause });
    this.codigo = code;
    this.formato = options.formato;
  }
}

/** `what` says what is damaged, for the log and the tests; people get the usual sentence. */
export const createDamagedProblem = (what: string): FileProblem =>
  new FileProblem('ARCHIVO_DANADO', { cause: new Error(what) });

/** `what` names the exceeded limit, for the log and the tests. */
export const createTooBigProblem = (what: string): FileProblem =>
  new FileProblem('ARCHIVO_DEMASIADO_GRANDE', { cause: new Error(what) });

/** Limits of a workbook (docs/coupons.md, "Bounds"). Beyond any of them reading fails with `ARCHIVO_DEMASIADO_GRANDE`. */
export interface Limits {
  readonly fileBytes: number;
  readonly entries: number;
  readonly partBytes: number;
  readonly inflatedBytes: number;
  /** How many times a part may inflate once it has more than `ratioFloorBytes`. */
  readonly ratio: number;
  readonly ratioFloorBytes: number;
  readonly rows: number;
  readonly columns: number;
  /** Cells with a value in the whole workbook. `textBytes`: bytes of its different texts. */
  readonly cells: number;
  readonly textBytes: number;
  /** Bytes of one text or tag, which is held in memory whole. */
  readonly tokenBytes: number;
  /** Inflated bytes of a part that is held in memory whole. */
  readonly wholeBytes: number;
  /** Limits for SheetJS, which holds all of a workbook in memory (.xls, .xlsb). */
  readonly library: LibraryLimits;
}

export interface LibraryLimits {
  /** Bytes of the file, or of its inflated parts. */
  readonly bytes: number;
  /** Cells of an `.xls`. `.xlsb` has its own limit, because its cells take less memory. Blank cells with a format count. */
  readonly xlsCells: number;
  readonly xlsbCells: number;
  readonly merges: number;
  /** Bytes of the shared texts of an `.xls`, on which the time of SheetJS depends. */
  readonly xlsTextBytes: number;
  readonly others: number;
}

const MIB = 1024 * 1024;

/** The limits lie above the largest real workbook (1,048,576 rows × 22 columns, 900 MB of XML; blank rows inflate 60 times) and below zip bombs (340 times). */
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
  // The cells of a full sheet with 26 columns (`.xls`) or 64 columns (`.xlsb`): more does not fit in the worker's memory.
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
 * The memory of the reading thread: enough for the fullest sheet within `DEFAULT_LIMITS`, but a stop for libraries with a hostile file. It does not cover typed
 * arrays, which `DEFAULT_LIMITS` bounds. A young generation of 12 MB instead of 48 lowers the peak by 36 MB and costs no time.
 */
export const READ_WORKER_LIMITS = {
  maxOldGenerationSizeMb: 1024,
  maxYoungGenerationSizeMb: 12,
  stackSizeMb: 8,
} as const;

/** After this time the caller terminates the worker and reports `fileErrorFromCrash('timeout')`. No file within the limits takes as long. */
export const READ_TIMEOUT_MS = 120_000;

/** The time limit for a file that SheetJS reads; a full sheet takes ten seconds. */
export const OLD_FORMAT_TIMEOUT_MS = 60_000;

/** The error of a file whose reading crashed: `ARCHIVO_DEMASIADO_GRANDE` (memory, time), `ARCHIVO_DANADO` (deep nesting). Undefined: a bug of the program. */
export function fileErrorFromCrash(crash: unknown): FileError | undefined {
  const code = getSystemCode(crash);
  const tooBig = crash === 'timeout' || code === 'ERR_WORKER_OUT_OF_MEMORY' || code === 'ERR_MEMORY_ALLOCATION_FAILED';
  const damaged = crash instanceof RangeError;
  if (!tooBig && !damaged) return undefined;
  const problem = new FileProblem(tooBig ? 'ARCHIVO_DEMASIADO_GRANDE' : 'ARCHIVO_DANADO');
  return { codigo: problem.codigo, mensaje: problem.message };
}
