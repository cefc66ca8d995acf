import type { CargaDocumento, CargaTerminada, LugarDeFila } from '#contract/documents.ts';
import { ERROR_CATALOGUE, isAppError } from '#contract/errors.ts';
import type { InformeFuente } from '#domain/informe.ts';
import { DISPOSICIONES, type Disposicion } from '#domain/conciliacion.ts';
import { formatPlain, parseMoney } from '#domain/money.ts';
import { bridgeDocument, countersDocument } from '../reports/bridge-document.ts';
import type { CargaResumen, Resultado } from '../upload/index.ts';
import { rowsOfFiles } from './rows-of-files.ts';

/** How many coupons ended in each way, and what they add up to. Read from where they are stored, one at a time. */
function sumsOf(fuente: InformeFuente) {
  const counts = new Map<Disposicion, number>();
  const amounts = new Map<Disposicion, bigint>();
  for (const { cupon, disposicion } of fuente.cupones(DISPOSICIONES)) {
    const importe = cupon.importe === undefined ? undefined : parseMoney(cupon.importe, 'sin-miles');
    // Every coupon of the ledger was validated: one without an amount is a bug, and a sum that leaves it out would hide it.
    if (importe === undefined) throw new Error('a stored coupon has no amount');
    counts.set(disposicion, (counts.get(disposicion) ?? 0) + 1);
    amounts.set(disposicion, (amounts.get(disposicion) ?? 0n) + BigInt(importe));
  }
  return {
    count: (disposicion: Disposicion): number => counts.get(disposicion) ?? 0,
    importe: (disposicion: Disposicion): string => formatPlain(amounts.get(disposicion) ?? 0n),
  };
}

/** Rows that are named one by one: more would not fit a screen, and the report has them all. */
const NOMBRADAS = 20;

/** Where the coupons that the service did not take stand. */
function filasNoAceptadas(fuente: InformeFuente): readonly LugarDeFila[] {
  const lugares: LugarDeFila[] = [];
  for (const { archivo, fila } of fuente.cupones(['rechazado'])) {
    if (lugares.length === NOMBRADAS) break;
    if (archivo !== null && fila !== null) lugares.push({ archivo, fila });
  }
  return lugares;
}

/** The facts of a whole document, from the ledger and the service's last header. */
function terminada(resumen: CargaResumen, fuente: InformeFuente, informe: string | null): CargaTerminada {
  const sums = sumsOf(fuente);
  const { conciliacion, bridge } = fuente;
  return {
    ...resumen,
    filas: rowsOfFiles(resumen.filas, fuente.errores()),
    ...(resumen.noAceptados === 0 ? {} : { filasNoAceptadas: filasNoAceptadas(fuente) }),
    informe,
    importeConciliado: sums.importe('conciliado'),
    importeSinConciliar: sums.importe('sin_conciliar'),
    ...(bridge === undefined ? {} : { puente: bridgeDocument(bridge()) }),
    ...(conciliacion === null ? {} : { contadores: countersDocument(conciliacion, sums.count) }),
  };
}

/**
 * The document of an upload (docs/cli.md, `conciliar --json`). The whole one when its result was read, with `decision` beside it when a
 * doubling was found; otherwise why it stands still.
 */
export function documentoDe(resultado: Resultado, fuente: InformeFuente, informe: string | null): CargaDocumento {
  if (resultado.estado === 'terminada' || resultado.estado === 'abandonada') {
    return terminada(resultado.resumen, fuente, informe);
  }
  const { carga, fase, codigo, enviados, pendientes } = resultado;
  const parada = { carga, estado: fase, codigo, enviados, pendientes };
  if (resultado.estado === 'interrumpida') {
    const seguir = `conciliador conciliaciones retomar ${carga}`;
    // What goes on failing may never pass: it can be given up too.
    const dejar = codigo === 'CARGA_INTERRUMPIDA' ? `. Para dejarla como está: ${seguir} --decidir abandonar` : '';
    return { ...parada, mensaje: `${resultado.mensaje} Para seguir: ${seguir}${dejar}` };
  }
  const { pregunta, frase, opciones, resumen, filas } = resultado;
  const comando = `Contestá con: conciliador conciliaciones retomar ${carga} --decidir CLAVE`;
  const decidir = {
    codigo,
    mensaje: [ERROR_CATALOGUE[codigo].mensaje, ...(filas === undefined ? [] : [filas]), comando].join(' '),
    decision: { pregunta, frase, opciones },
  };
  return resumen === null ? { ...parada, ...decidir } : { ...terminada(resumen, fuente, informe), ...decidir };
}

/** True when the result was read, so that there is something to report. */
export const tieneResultado = (resultado: Resultado): boolean =>
  'resumen' in resultado && resultado.resumen !== null && resultado.resumen.id !== null;

/**
 * The document of an upload whose report could not be written: the result is there and nothing has to be sent again. A decision comes
 * first. Throws what is no error of the world.
 */
export function sinInforme(documento: CargaDocumento, error: unknown): CargaDocumento {
  if (!isAppError(error)) throw error;
  if (documento.codigo !== undefined) return documento;
  const [motivo = ''] = error.message.split('. ');
  return {
    ...documento,
    codigo: error.code,
    mensaje:
      `No se escribió el informe: ${motivo.charAt(0).toLowerCase()}${motivo.slice(1)}. Los cupones se enviaron y el resultado está. ` +
      `Para escribirlo: conciliador conciliaciones retomar ${String(documento.carga)} --informe OTRO.xlsx`,
  };
}
