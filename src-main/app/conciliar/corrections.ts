import type { Ledger } from '#storage/ledger/index.ts';
import type { DecisionEvent } from '#domain/decisions/events.ts';
import { parseCanonicalText } from '#domain/cupon.ts';
import type { Draft } from './draft.ts';

/**
 * Notes which coupons of earlier uploads those of a draft correct, as decisions of a person. It is done before the draft is frozen: a process that dies in
 * between leaves a replacement by a coupon that was never sent, which changes nothing until that sale matches.
 */
export function noteCorrections(ledger: Ledger, { carga, corrections, archivos }: Draft, who: string): void {
  const events = corrections.flatMap(({ seq, row, of }): readonly DecisionEvent[] => {
    const old = ledger.cupon(of.carga, of.seq);
    if (old === undefined) return [];
    const cupon = {
      conciliacion: null,
      vez: old.ocurrencia ?? 1,
      carga: of.carga,
      seq: of.seq,
      archivo: of.archivo,
      fila: of.fila,
      cupon: parseCanonicalText(old.texto),
    };
    const name = archivos[row.archivo] ?? null;
    const por = {
      conciliacion: null,
      vez: row.ocurrencia ?? 1,
      carga,
      seq,
      archivo: name,
      fila: row.fila,
      cupon: parseCanonicalText(row.texto),
    };
    return [{ kind: 'reemplazo', cupon, por }];
  });
  if (events.length > 0) ledger.decide(who, events);
}
