import type { Validacion } from '#contract/documents.ts';
import { nombreDeArchivo } from '../../ui/format.ts';

/** One thing found in a row, as the review lists it. */
export interface Hallazgo {
  readonly id: string;
  readonly clase: 'error' | 'aviso';
  readonly archivo: string;
  /** As the spreadsheet program numbers it; null when it is of the whole file. */
  readonly fila: number | null;
  readonly columna: string | null;
  readonly valor: string;
  readonly mensaje: string;
}

/** Errors and notices of every file, file by file and row by row, errors first within a row. */
export function hallazgosDe(documentos: readonly Validacion[]): readonly Hallazgo[] {
  return documentos.flatMap((documento, indice) => {
    const archivo = nombreDeArchivo(documento.archivo);
    const errores = documento.errores.map((error, i): Hallazgo => {
      const { fila, columna, valor, mensaje } = error;
      return { id: `${String(indice)}:e${String(i)}`, clase: 'error', archivo, fila, columna, valor, mensaje };
    });
    const avisos = documento.avisos.map((aviso, i): Hallazgo => {
      const { fila, columna = null, valor = '', mensaje } = aviso;
      return { id: `${String(indice)}:a${String(i)}`, clase: 'aviso', archivo, fila, columna, valor, mensaje };
    });
    return [...errores, ...avisos].sort((one, other) => (one.fila ?? 0) - (other.fila ?? 0));
  });
}
