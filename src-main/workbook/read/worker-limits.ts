import { FileProblem, type FileError } from './file-problem.ts';

/**
 * For the `Worker` that reads: more than the fullest sheet within `DEFAULT_LIMITS` needs of our own reader, and a stop for what a library
 * makes of a hostile .xls, .xlsb or .ods. Typed arrays do not count here: `limits.ts` bounds those. A young generation
 * of 12 MB instead of the default 48 lowers the peak by as much as it saves, and costs no time.
 */
export const READ_WORKER_LIMITS = {
  maxOldGenerationSizeMb: 1024,
  maxYoungGenerationSizeMb: 12,
  stackSizeMb: 8,
} as const;

/** No file within the bounds takes this long to read; past it the caller terminates the worker and says `fileErrorFromCrash('timeout')`. */
export const READ_TIMEOUT_MS = 120_000;

/** Nor a file of an old format within its bounds this long, once the library has it: a full sheet takes it ten seconds. */
export const OLD_FORMAT_TIMEOUT_MS = 60_000;

/**
 * What it means that the worker that was reading died: out of memory or out of time is `ARCHIVO_DEMASIADO_GRANDE`, a stack that overflowed
 * (deep nesting) is `ARCHIVO_DANADO`. Undefined for any other error, which is a bug of ours and is not to be blamed on the file.
 */
export function fileErrorFromCrash(crash: unknown): FileError | undefined {
  const code = crash instanceof Error && 'code' in crash ? crash.code : undefined;
  const tooBig = crash === 'timeout' || code === 'ERR_WORKER_OUT_OF_MEMORY' || code === 'ERR_MEMORY_ALLOCATION_FAILED';
  const damaged = crash instanceof RangeError;
  if (!tooBig && !damaged) return undefined;
  const problem = new FileProblem(tooBig ? 'ARCHIVO_DEMASIADO_GRANDE' : 'ARCHIVO_DANADO');
  return { codigo: problem.codigo, mensaje: problem.message };
}
