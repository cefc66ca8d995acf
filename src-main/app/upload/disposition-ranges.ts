import type { Disposition } from '#domain/conciliacion.ts';
import type { Count, Sending, UploadEvent } from '#domain/upload/types.ts';
import type { Machine } from '#domain/upload/machine.ts';
import { NO_COUNTS } from '#domain/upload/count.ts';
import type { SeqRange } from '#storage/ledger/index.ts';

/** The sends of the present generation that were applied, in order. */
function listAppliedSendings(events: readonly UploadEvent[], generation: number): readonly Sending[] {
  const sendings: Sending[] = [];
  let last: Sending | null = null;
  for (const event of events) {
    if (event.kind === 'intento') last = event.envio;
    const isAdopted = event.kind === 'decidida' && event.clave.startsWith('adoptar:');
    if ((event.kind === 'aplicado' || isAdopted) && last !== null) {
      if (last.generacion === generation) sendings.push(last);
      last = null;
    }
  }
  return sendings;
}

/**
 * The send of the present generation of which nobody knows whether it was applied: an upload may be given up while a question about it waits. A
 * send that the upload went on after was decided about.
 */
function findUnknownSending(m: Machine, events: readonly UploadEvent[]): Sending | null {
  let last: Sending | null = null;
  for (const event of events) {
    if (event.kind === 'intento') last = event.envio;
    const isDecided = event.kind === 'decidida' && /^(?:adoptar:|reenviar)/.test(event.clave);
    // D had passed with nothing stored when a person was asked about a coupon for which the service fails.
    const isShown = event.kind === 'decision_pedida' && event.decision.tipo === 'cupon_fallido';
    if (event.kind === 'aplicado' || event.kind === 'no_aplicado' || isDecided || isShown) last = null;
  }
  return last?.generacion === m.generacion && last.hasta >= m.nextSeq ? last : null;
}

/**
 * The dispositions of coupons that the result does not show (I7). The coupons of a batch are existing, or rejected, only when all of them
 * were: the counts before and after the batch say so. A coupon that was rejected alone is rejected. A coupon that was in no send is not sent;
 * one of a send of unknown outcome is not reported, because it may be there.
 */
export function dispositionRangesOf(m: Machine, events: readonly UploadEvent[]): readonly SeqRange[] {
  const ranges: SeqRange[] = [{ desde: m.nextSeq, hasta: m.total, disposicion: 'no_enviado' }];
  const unknown = findUnknownSending(m, events);
  if (unknown !== null) ranges.push({ desde: unknown.desde, hasta: unknown.hasta, disposicion: 'no_informado' });
  const sendings = listAppliedSendings(events, m.generacion);
  const reading = m.lastReading?.lectura;
  const last = reading?.encabezado ?? null;
  // When there are rows too many, a count may have grown by somebody else's rows: counts then say nothing of the coupons of a batch.
  const counting = reading === undefined || reading.sobran === 0;
  sendings.forEach((sending, i) => {
    const before = sending.antes ?? NO_COUNTS;
    const after = sendings[i + 1]?.antes ?? (i === sendings.length - 1 ? last : null);
    const disposition = after === null ? null : sharedDispositionOf(before, after, sending.cupones);
    const { desde, hasta } = sending;
    if (counting && disposition !== null) ranges.push({ desde, hasta, disposicion: disposition });
  });
  for (const seq of m.rejected) ranges.push({ desde: seq, hasta: seq, disposicion: 'rechazado' });
  return ranges;
}

/** The disposition that all coupons of a batch have, by the counts around it; null where the counts do not say. */
function sharedDispositionOf(before: Count, after: Count, n: number): Disposition | null {
  const existing = after.existentes - before.existentes;
  const error = after.error - before.error;
  if (existing === n && error === 0) return 'existente';
  return error === n && existing === 0 ? 'rechazado' : null;
}
