import type { EnviadosAntes, Validacion, ValidacionDocumento } from '#contract/documents.ts';
import { notSentAgain } from '#domain/cupones/avisos.ts';
import { describeSale } from '#domain/cupones/sale-of-row.ts';
import type { ArchivoIlegible, FilaAviso, SaleOfRow } from '#domain/hallazgo.ts';
import { cuponDe, type CuponFila, type Libro } from '#storage/ledger/index.ts';
import type { EnviadosLookup, Import, Importacion, LecturaOpciones, Seguimiento } from '../import/index.ts';
import { createSentCount } from './enviados.ts';

interface Pedido {
  readonly libro: Libro;
  readonly cuenta: string;
  readonly archivos: readonly string[];
  readonly lectura: LecturaOpciones;
  readonly yaEnviados: EnviadosLookup;
  /** Leave out what was sent before. */
  readonly omitirEnviados: boolean;
}

/** A draft in the ledger with what was found in its files. */
export interface Borrador {
  readonly carga: string;
  readonly importacion: Importacion;
  /** The document of `validar` for each file. */
  readonly validacion: readonly ValidacionDocumento[];
  /** What of it was sent before, left out or not. */
  readonly enviados: EnviadosAntes;
}

const esIlegible = (archivo: Importacion['archivos'][number]): archivo is ArchivoIlegible => 'codigo' in archivo;

/**
 * Reads the files into a draft of the ledger: the valid coupons, and what was found wrong or worth knowing; of the coupons that were sent before
 * and are left out, that they were. The caller freezes or
 * discards it; when reading fails or is stopped, nothing is left.
 */
export async function leerBorrador(
  importar: Import,
  { libro, cuenta, archivos, lectura, yaEnviados, omitirEnviados }: Pedido,
  seguimiento: Seguimiento,
): Promise<Borrador> {
  const carga = libro.crearBorrador({ cuenta, archivos });
  const enviadosAntes = createSentCount();
  const leftOut = createLeftOut();
  try {
    const importacion = await importar.importar(
      archivos,
      {
        ...lectura,
        yaEnviados,
        sink: ({ archivo, hoja, filas, textos, ocurrencias, enviados }) => {
          const indice = archivos.indexOf(archivo);
          const suyos: CuponFila[] = [];
          for (const [i, texto] of textos.entries()) {
            const anterior = enviados[i] ?? null;
            enviadosAntes.add(anterior);
            if (anterior !== null && omitirEnviados) {
              leftOut.add(indice, filas[i] ?? 0, texto);
              continue;
            }
            suyos.push({ archivo: indice, hoja, fila: filas[i] ?? 0, texto, ocurrencia: ocurrencias[i] ?? 1 });
          }
          libro.agregarCupones(carga, suyos);
        },
      },
      seguimiento,
    );
    const validacion = importacion.archivos.map((archivo): Validacion | ArchivoIlegible =>
      esIlegible(archivo) ? archivo : archivo.resumen,
    );
    for (const [indice, documento] of validacion.entries()) {
      if ('codigo' in documento) continue;
      const { archivo, hoja, errores, avisos } = documento;
      libro.agregarHallazgos(carga, archivo, { hoja, errores, avisos: leftOut.told(indice, avisos) });
    }
    return { carga, importacion, validacion, enviados: enviadosAntes.result() };
  } catch (error) {
    libro.descartarBorrador(carga);
    throw error;
  }
}

/** The rows that are not sent because they had been, for the report: what each one sold. */
function createLeftOut() {
  const sales = new Map<number, Map<number, SaleOfRow>>();
  return {
    add(archivo: number, fila: number, texto: string): void {
      const rows = sales.get(archivo) ?? new Map<number, SaleOfRow>();
      sales.set(archivo, rows.set(fila, describeSale({ valores: {}, leidos: cuponDe(texto) })));
    },
    /** The notices of a file, those of such rows with that they were not sent. */
    told(archivo: number, avisos: readonly FilaAviso[]): readonly FilaAviso[] {
      const rows = sales.get(archivo);
      if (rows === undefined) return avisos;
      return avisos.map((aviso) => {
        const venta = aviso.codigo === 'YA_ENVIADO' && aviso.fila !== null ? rows.get(aviso.fila) : undefined;
        return venta === undefined ? aviso : notSentAgain(aviso, venta);
      });
    },
  };
}
