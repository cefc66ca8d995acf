import type { Disposition } from '#domain/conciliacion.ts';
import type { Count, Sending, UploadEvent, Machine } from '#domain/upload/index.ts';
import type { Stretch } from '#storage/ledger/index.ts';

const ZERO: Count = { total: 0, nuevos: 0, existentes: 0, error: 0 };

/** The sends of the present generation that were applied, in order. */
function appliedSendings(events: readonly UploadEvent[], generacion: number): readonly Sending[] {
  const sendings: Sending[] = [];
  let ultimo: Sending | null = null;
  for (const event of events) {
    if (event.kind === 'intento') ultimo = event.envio;
    const isAdopted = event.kind === 'decidida' && event.clave.startsWith('adoptar:');
    if ((event.kind === 'aplicado' || isAdopted) && ultimo !== null) {
      if (ultimo.generacion === generacion) sendings.push(ultimo);
      ultimo = null;
    }
  }
  return sendings;
}

/**
 * The disposition of coupons that the result does not show. Existing or rejected only when their whole batch was (the counts before and after
 * it differ by 0 or n); rejected when a coupon was rejected alone; not sent when no applied send holds it (I7).
 */
export function stretchesOf(m: Machine, events: readonly UploadEvent[]): readonly Stretch[] {
  const stretches: Stretch[] = [{ desde: m.siguiente, hasta: m.total, disposicion: 'no_enviado' }];
  const sendings = appliedSendings(events, m.generacion);
  const lectura = m.lastReading?.lectura;
  const ultimo = lectura?.encabezado ?? null;
  // When there are rows too many, a count may have grown by somebody else's rows: counts then say nothing of the coupons of a batch.
  const counting = lectura === undefined || lectura.sobran === 0;
  sendings.forEach((sending, i) => {
    const antes = sending.antes ?? ZERO;
    const despues = sendings[i + 1]?.antes ?? (i === sendings.length - 1 ? ultimo : null);
    // Without a count before a batch, the count after it says nothing.
    const sinAntes = sending.antes === null && sending.id !== '0';
    const disposicion = despues === null || sinAntes ? null : asBlock(antes, despues, sending.cupones);
    const { desde, hasta } = sending;
    if (counting && disposicion !== null) stretches.push({ desde, hasta, disposicion });
    // A coupon that was left out of a range and sent after it does not share the range's disposition.
    else if (desde < (sendings[i - 1]?.hasta ?? 0)) stretches.push({ desde, hasta, disposicion: 'no_informado' });
  });
  for (const seq of m.rejected) stretches.push({ desde: seq, hasta: seq, disposicion: 'rechazado' });
  return stretches;
}

function asBlock(antes: Count, despues: Count, n: number): Disposition | null {
  const existentes = despues.existentes - antes.existentes;
  const error = despues.error - antes.error;
  if (existentes === n && error === 0) return 'existente';
  return error === n && existentes === 0 ? 'rechazado' : null;
}
