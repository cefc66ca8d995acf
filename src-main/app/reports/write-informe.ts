import path from 'node:path';
import type { Instant } from '#domain/clock.ts';
import { DISPOSICIONES, type Disposicion } from '#domain/conciliacion.ts';
import type { InformeFuente } from '#domain/informe.ts';
import { AppError } from '#contract/errors.ts';
import { diskError, systemCode } from '#platform/disk-error.ts';
import { MAX_FILAS } from '#workbook/write/layout.ts';
import type { HojaTabla } from '#workbook/write/libro.ts';
import { writeWorkbook } from '#workbook/write/write-workbook.ts';
import { HOJAS } from './disposiciones.ts';
import { leftOutRows } from './left-out.ts';
import { conNombresCortos } from './short-names.ts';
import { explanationSheets } from './explanation-sheets.ts';
import { hojaDeCupones, hojaDeHallazgos, hojaDeOmitidos, sello } from './sheets.ts';
import { hojaResumen } from './summary.ts';
import { count, measure, tally } from './tally.ts';

export interface WriteInformeOptions {
  readonly signal: AbortSignal;
  /** Now; what the workbook's properties say. */
  readonly creado: Instant;
  /**
   * The file that a person named: SALIDA_EXISTENTE when it is there. Or a folder: `conciliacion-ID.xlsx` in it, or the next free
   * "conciliacion-ID (2).xlsx".
   */
  readonly salida: { readonly archivo: string } | { readonly carpeta: string };
  readonly onProgress?: (escritas: number, total: number) => void;
  /** Rows of a sheet; default, Excel's. */
  readonly maxFilas?: number;
}

/** The id is opaque text of the service: what could leave the folder, or not be a file name, is replaced. */
function nombrePorDefecto({ conciliacion, carga }: InformeFuente): string {
  const id = (conciliacion?.id ?? carga).replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 80);
  return `conciliacion-${id}.xlsx`;
}

/**
 * Writes the reconciliation report and answers its absolute path. Two passes over the coupons: one adds up, one writes, each row in
 * memory for a moment only. Errors: SALIDA_EXISTENTE, DISCO_LLENO, CARPETA_SIN_PERMISO, LECTURA_INESTABLE (the rows of the second pass
 * were not those of the first); an abort rejects with the signal's reason. After any of them nothing is left behind.
 */
export async function writeInforme(original: InformeFuente, options: WriteInformeOptions): Promise<string> {
  const fuente = conNombresCortos(original);
  const { signal, creado, salida, onProgress = () => undefined, maxFilas = MAX_FILAS } = options;
  const cuentas = tally(fuente);
  const errores = measure(fuente.errores());
  const avisos = measure(fuente.avisos());
  const hojas = new Map<Disposicion, HojaTabla>();
  const bridge = fuente.bridge?.();
  const omitidos = count(leftOutRows(fuente));
  const { explicaciones } = fuente;
  const explained = explicaciones === undefined ? 0 : explicaciones.cupones.length + explicaciones.causas.length;
  let total = errores.filas + avisos.filas + omitidos + explained;
  for (const disposicion of DISPOSICIONES) {
    const { cupones } = cuentas.total[disposicion];
    total += cupones;
    if (cupones > 0 || HOJAS[disposicion].siempre) {
      hojas.set(disposicion, hojaDeCupones(disposicion, fuente, cuentas));
    }
  }
  const [destino, siExiste] =
    'archivo' in salida
      ? ([path.resolve(salida.archivo), 'rechazar'] as const)
      : ([path.resolve(salida.carpeta, nombrePorDefecto(fuente)), 'numerar'] as const);
  const context = {
    fuente,
    cuentas,
    ancho: Math.max(errores.ancho, avisos.ancho),
    withSheets: bridge?.sheets.some(({ hoja }) => hoja !== null) ?? false,
  };
  const leftOut = bridge === undefined || omitidos === 0 ? undefined : hojaDeOmitidos(omitidos, bridge, context);
  const libro = [
    hojaResumen({
      fuente,
      cuentas,
      errores: errores.filas,
      avisos: avisos.filas,
      hojas,
      bridge,
      leftOut: leftOut === undefined ? undefined : { hoja: leftOut, filas: omitidos, maxFilas },
      maxFilas,
    }),
    ...hojas.values(),
    ...(explicaciones === undefined ? [] : explanationSheets(explicaciones, (title) => sello(title, fuente, cuentas))),
    ...(leftOut === undefined ? [] : [leftOut]),
    hojaDeHallazgos('Errores', fuente.errores(), context),
    hojaDeHallazgos('Avisos', fuente.avisos(), context),
  ];
  try {
    return await writeWorkbook(destino, libro, {
      signal,
      creado,
      siExiste,
      maxFilas,
      onProgress: (escritas) => {
        onProgress(escritas, total);
      },
    });
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw diskError(error);
    throw new AppError('CARPETA_SIN_PERMISO', {
      cause: error,
      detail: { carpeta: path.dirname(destino) },
      mensaje: 'La carpeta del informe no existe. No se escribió nada. Creala, o elegí otra.',
    });
  }
}
