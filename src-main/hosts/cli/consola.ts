import { ERROR_CATALOGUE, type ErrorCode, type ErrorDetail } from '#contract/errors.ts';
import type { Progreso } from '#contract/progress.ts';
import { crearAvance } from './avance.ts';
import { writeDocument, writeText } from './terminal.js';

/**
 * Where a command writes: the result, and only it, to standard output (as text for people or as one JSON document); progress and
 * everything said on the way to standard error (docs/cli.md).
 */
export interface Consola {
  readonly json: boolean;
  /** The result: the document with `--json`, else the lines. */
  resultado(documento: unknown, lineas: () => readonly string[]): void;
  /** Says a failure and gives its exit code; with `--json` it is the document. */
  falla(error: { code: ErrorCode; message: string; detail?: ErrorDetail }): number;
  /** A line on standard error. */
  aviso(linea: string): void;
  avance(progreso: Progreso): void;
  /** Resolves once everything written has left the process; false when the result could not be written whole. */
  vaciar(): Promise<boolean>;
}

const drained = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });

/**
 * A reader that leaves early (`| head`) is not an error of ours: what is left to write has nobody to read it. A result that does not fit
 * where it is sent (`> file` on a full disk) is said, and is not a success.
 */
function watchStream(stream: NodeJS.WriteStream, lost: () => void): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost();
  });
}

const RESULTADO_PERDIDO =
  'No se pudo escribir el resultado donde lo mandaste. Lo hecho quedó guardado. Revisá el lugar en el disco y pedilo de nuevo.';

export function crearConsola({ json }: { readonly json: boolean }): Consola {
  const { stdout, stderr } = process;
  let perdida = false;
  watchStream(stdout, () => {
    if (!perdida) writeText(stderr, `${RESULTADO_PERDIDO}\n`);
    perdida = true;
  });
  watchStream(stderr, () => undefined);
  const avance = crearAvance(stderr);
  const document = (value: unknown): void => {
    writeDocument(stdout, value);
  };
  return {
    json,
    resultado: (documento, lineas) => {
      avance.fin();
      if (json) document(documento);
      else writeText(stdout, `${lineas().join('\n')}\n`);
    },
    falla: ({ code, message, detail }) => {
      avance.fin();
      const extra = Object.entries(detail ?? {}).filter(([, value]) => value !== null && value !== '');
      writeText(stderr, `${message}\n`);
      if (extra.length > 0)
        writeText(stderr, `Detalle: ${extra.map(([key, value]) => `${key}: ${String(value)}`).join(' · ')}\n`);
      if (json) document({ codigo: code, mensaje: message, ...(extra.length > 0 ? { detalle: detail } : {}) });
      return ERROR_CATALOGUE[code].salida;
    },
    aviso: (linea) => {
      avance.fin();
      writeText(stderr, `${linea}\n`);
    },
    avance: avance.mostrar,
    vaciar: async () => {
      avance.fin();
      await Promise.all([drained(stdout), drained(stderr)]);
      return !perdida;
    },
  };
}
