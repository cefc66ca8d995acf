import { getSystemCode } from '#platform/disk-error.ts';
import { FileProblem, type FileError } from './file-problem.ts';

/**
 * Limits for the reading `Worker`: more than our own reader needs for the fullest sheet within `DEFAULT_LIMITS`, and a stop for what a library makes
 * of a hostile .xls, .xlsb or .ods. Typed arrays do not count here: `limits.ts` bounds those. A young generation of 12 MB instead of the default 48
 * lowers the peak by as much as it saves, and costs no time.
 */
export const READ_WORKER_LIMITS = {
  maxOldGenerationSizeMb: 1024,
  maxYoungGenerationSizeMb: 12,
  stackSizeMb: 8,
} as const;

/** No file within the bounds takes longer to read. Past it the caller terminates the worker and uses `fileErrorFromCrash('timeout')`. */
export const READ_TIMEOUT_MS = 120_000;

/** No file of an old format within its bounds takes the library longer: a full sheet takes ten seconds. */
export const OLD_FORMAT_TIMEOUT_MS = 60_000;

/**
 * The file's error when the reading worker died: out of memory or out of time is `ARCHIVO_DEMASIADO_GRANDE`, a stack overflow (deep nesting) is
 * `ARCHIVO_DANADO`. Undefined for any other error: it is a bug of ours, and the file is not to blame.
 */
export function fileErrorFromCrash(crash: unknown): FileError | undefined {
  const code = getSystemCode(crash);
  const tooBig = crash === 'timeout' || code === 'ERR_WORKER_OUT_OF_MEMORY' || code === 'ERR_MEMORY_ALLOCATION_FAILED';
  const damaged = crash instanceof RangeError;
  if (!tooBig && !damaged) return undefined;
  const problem = new FileProblem(tooBig ? 'ARCHIVO_DEMASIADO_GRANDE' : 'ARCHIVO_DANADO');
  return { codigo: problem.codigo, mensaje: problem.message };
}
