import type { Validacion, ValidacionDocumento } from '#contract/documents.ts';
import type { ArchivoIlegible } from '#domain/hallazgo.ts';
import type { Libro } from '#storage/ledger/index.ts';
import type { EnviadosLookup, Import, Importacion, LecturaOpciones, Seguimiento } from '../import/index.ts';

interface Pedido {
  readonly libro: Libro;
  readonly cuenta: string;
  readonly archivos: readonly string[];
  readonly lectura: LecturaOpciones;
  readonly yaEnviados: EnviadosLookup;
}

/** A draft in the ledger with what was found in its files. */
export interface Borrador {
  readonly carga: string;
  readonly importacion: Importacion;
  /** The document of `validar` for each file. */
  readonly validacion: readonly ValidacionDocumento[];
}

const esIlegible = (archivo: Importacion['archivos'][number]): archivo is ArchivoIlegible => 'codigo' in archivo;

/**
 * Reads the files into a draft of the ledger: the valid coupons, and what was found wrong or worth knowing. The caller freezes or
 * discards it; when reading fails or is stopped, nothing is left.
 */
export async function leerBorrador(
  importar: Import,
  { libro, cuenta, archivos, lectura, yaEnviados }: Pedido,
  seguimiento: Seguimiento,
): Promise<Borrador> {
  const carga = libro.crearBorrador({ cuenta, archivos });
  try {
    const importacion = await importar.importar(
      archivos,
      {
        ...lectura,
        yaEnviados,
        sink: ({ archivo, hoja, filas, textos }) => {
          const indice = archivos.indexOf(archivo);
          libro.agregarCupones(
            carga,
            textos.map((texto, i) => ({ archivo: indice, hoja, fila: filas[i] ?? 0, texto })),
          );
        },
      },
      seguimiento,
    );
    const validacion = importacion.archivos.map((archivo): Validacion | ArchivoIlegible =>
      esIlegible(archivo) ? archivo : archivo.resumen,
    );
    for (const documento of validacion) {
      if (!('codigo' in documento)) libro.agregarHallazgos(carga, documento.archivo, documento);
    }
    return { carga, importacion, validacion };
  } catch (error) {
    libro.descartarBorrador(carga);
    throw error;
  }
}
