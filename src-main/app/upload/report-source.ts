import { AppError } from '#contract/errors.ts';
import { makeNoticeOf } from '#domain/cupones/notices.ts';
import { civilDateAt, civilDateTimeAt } from '#domain/civil-date.ts';
import { DISPOSITIONS } from '#domain/conciliacion.ts';
import type { ReportSource } from '../reports/source.ts';
import { addFindings, createTillBridge, saleOf, type Bridge } from '#domain/till-bridge.ts';
import type { Machine } from '#domain/upload/machine.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { UploadsDeps } from './types.ts';

export function bridgeOf(ledger: Ledger, upload: string): Bridge {
  const bridge = createTillBridge(ledger.upload(upload)?.archivos);
  addFindings(bridge, { readErrors: () => ledger.readErrors(upload), readNotices: () => ledger.readNotices(upload) });
  for (const { archivo, hoja, fila, cupon, disposicion } of ledger.readCupones(upload, DISPOSITIONS)) {
    if (archivo === null || fila === null) continue;
    const [place, sale] = [{ archivo, hoja, fila }, saleOf(cupon)];
    if (disposicion === 'no_enviado') bridge.addLeftOut(place, 'sin_enviar', sale);
    else if (disposicion === 'rechazado') bridge.addLeftOut(place, 'rechazada', sale);
    else bridge.addSent(place, sale);
  }
  return bridge.result();
}

/** The data of a report, from the ledger. Rows are read a page at a time, so that a report of any size needs little memory. */
export function createReportSource(
  { ledger, clock, account }: Pick<UploadsDeps, 'ledger' | 'clock' | 'account'>,
  carga: string,
  m: Machine,
): ReportSource {
  const upload = ledger.upload(carga);
  if (upload === undefined) throw new AppError('CARGA_INEXISTENTE', { detail: { carga } });
  const counts = ledger.readCounts(carga);
  return {
    cuenta: account,
    archivos: upload.archivos,
    carga,
    conciliacion: m.lastReading?.lectura.encabezado ?? null,
    leido: m.lastReading?.leido ?? civilDateTimeAt(clock.now()),
    hoy: civilDateAt(clock.now()),
    completo: counts.conciliado + counts.sin_conciliar === upload.total,
    cupones: (dispositions) => ledger.readCupones(carga, dispositions),
    readErrors: () => ledger.readErrors(carga),
    *readNotices() {
      yield* ledger.readNotices(carga);
      // A reconciliation in `sinProbar` may be a send of this upload that arrived twice. The service does not show its rows, so a person has to check.
      for (const id of m.sinProbar)
        yield { ...makeNoticeOf('CONCILIACION_SIN_PROBAR', id, { fila: null }), archivo: '' };
    },
    bridge: () => bridgeOf(ledger, carga),
  };
}
