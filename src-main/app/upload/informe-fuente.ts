import { AppError } from '#contract/errors.ts';
import { civilDateAt, civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { DISPOSICIONES, type Disposicion } from '#domain/conciliacion.ts';
import type { FilaAviso } from '#domain/hallazgo.ts';
import type { CuponInforme, InformeFuente } from '#domain/informe.ts';
import { addFindings, createTillBridge, saleOf, type TillBridge } from '#domain/till-bridge.ts';
import type { Maquina } from '#domain/upload/index.ts';
import type { Libro } from '#storage/ledger/index.ts';

const PAGINA = 500;

interface Pedido {
  readonly ledger: Libro;
  readonly clock: Clock;
  readonly cuenta: string;
  readonly carga: string;
  readonly m: Maquina;
}

/** A reconciliation that may be a send of ours delivered twice: nobody can see its rows, so a person has to look. */
const sinProbar = (id: string): FilaAviso => ({
  fila: null,
  codigo: 'CONCILIACION_SIN_PROBAR',
  mensaje:
    `Mientras se enviaba apareció en el servicio la conciliación ${id}, de un cupón, y el servicio no muestra sus filas. Lo más probable es que ` +
    'sea de otra PC. Si nadie la reconoce, puede ser un cupón de este envío que llegó dos veces: se borra con ' +
    `«conciliaciones borrar ${id} --si».`,
});

/** The coupons of an upload with one of the dispositions, a page of the ledger at a time, in the order of the file. */
export function* cuponesDelLibro(
  ledger: Libro,
  carga: string,
  disposiciones: readonly Disposicion[],
): Generator<CuponInforme> {
  for (let despues = 0; ;) {
    const pagina = ledger.informePagina(carga, disposiciones, despues, PAGINA);
    yield* pagina;
    const fin = pagina.at(-1);
    if (fin === undefined) return;
    despues = fin.seq;
  }
}

/** From the files of an upload to what was sent, row by row. */
export function bridgeOf(ledger: Libro, carga: string): TillBridge {
  const bridge = createTillBridge(ledger.upload(carga)?.archivos);
  addFindings(bridge, { errores: () => ledger.errores(carga), avisos: () => ledger.avisos(carga) });
  for (const { archivo, hoja, fila, cupon, disposicion } of cuponesDelLibro(ledger, carga, DISPOSICIONES)) {
    if (archivo === null || fila === null) continue;
    const [place, sale] = [{ archivo, hoja, fila }, saleOf(cupon)];
    if (disposicion === 'no_enviado') bridge.addLeftOut(place, 'sin_enviar', sale);
    else if (disposicion === 'rechazado') bridge.addLeftOut(place, 'rechazada', sale);
    else bridge.addSent(place, sale);
  }
  return bridge.result();
}

/** The report's source over the ledger: rows come a page at a time, so that a report of any size is written in little memory. */
export function createInformeFuente({ ledger, clock, cuenta, carga, m }: Pedido): InformeFuente {
  const upload = ledger.upload(carga);
  if (upload === undefined) throw new AppError('CARGA_INEXISTENTE', { detail: { carga } });
  const conteos = ledger.conteos(carga);
  return {
    cuenta,
    archivos: upload.archivos,
    carga,
    conciliacion: m.ultimaLectura?.lectura.encabezado ?? null,
    leido: m.ultimaLectura?.leido ?? civilDateTimeAt(clock.now()),
    hoy: civilDateAt(clock.now()),
    completo: conteos.conciliado + conteos.sin_conciliar === upload.total,
    cupones: (disposiciones) => cuponesDelLibro(ledger, carga, disposiciones),
    errores: () => ledger.errores(carga),
    *avisos() {
      yield* ledger.avisos(carga);
      for (const id of m.sinProbar) yield { ...sinProbar(id), archivo: '' };
    },
    bridge: () => bridgeOf(ledger, carga),
  };
}
