import { sumOf } from './step.ts';
import { planSending } from './next.ts';
import type { Machine } from './machine.ts';
import type { Sending, UploadEvent } from './types.ts';

/** An event and when it was written (epoch ms). */
export interface DatedEvent {
  readonly at: number;
  readonly evento: UploadEvent;
}

export type TandaStatus =
  /** The service has this batch; `prueba` says what proved it. */
  | 'confirmada'
  | 'enviando'
  /** The send was refused or its answer was lost; readings show whether the send arrived. */
  | 'comprobando'
  /** The batch was one coupon, which was refused or left out, so the reconciliation does not have it. */
  | 'rechazada'
  | 'en_espera';

export interface Tanda {
  readonly tipo: Sending['tipo'];
  readonly generacion: number;
  readonly desde: number;
  readonly hasta: number;
  /** How many coupons are sent: fewer than the range has if some were refused before. */
  readonly cupones: number;
  readonly estado: TandaStatus;
  readonly prueba: 'respuesta' | 'marcador' | 'encabezado' | 'persona' | null;
  /** The id of the reconciliation; null for a planned send, and for a first send until it is confirmed. */
  readonly id: string | null;
  /** How many coupons the service counted just before the send; null if that was not read. */
  readonly antes: number | null;
  /** When the send was confirmed, refused or last made; null while it waits. */
  readonly at: number | null;
}

/** The sends of the present generation in order: those made (from the events) and those still planned (docs/upload.md, 2–4). */
export function listTandas(history: readonly DatedEvent[], m: Machine): readonly Tanda[] {
  const done: Tanda[] = [];
  const change = (as: Partial<Tanda>): void => {
    const last = done.pop();
    if (last !== undefined) done.push({ ...last, ...as });
  };
  for (const { at, evento: event } of history) {
    if (event.kind === 'intento') {
      // Drops a waiting tanda: this send repeats it, or is its first piece.
      if (done.at(-1)?.estado === 'en_espera') done.pop();
      done.push(toTanda(event.envio, at));
    } else if (event.kind === 'perdida' || event.kind === 'rechazo') change({ estado: 'comprobando' });
    else if (event.kind === 'aplicado') {
      change({ estado: 'confirmada', prueba: event.prueba, id: event.id, at });
    } else if (event.kind === 'no_aplicado') {
      change({ estado: event.diagnostico.que === 'cupon' ? 'rechazada' : 'en_espera', at });
    }
  }
  const last = done.at(-1);
  // The upload went on without an event about this send: a person decided about it, which happens only to sends that open a reconciliation.
  if (last !== undefined && isOpen(last) && last.id === null && m.nextSeq > last.hasta)
    change({ estado: 'confirmada', prueba: 'persona', id: m.id });
  const ofThis = done.filter((tanda) => tanda.generacion === m.generacion && tanda.estado !== 'en_espera');
  return [...ofThis, ...listPending(m, ofThis.at(-1))];
}

const toTanda = ({ tipo, generacion, desde, hasta, cupones, id, antes }: Sending, at: number): Tanda => ({
  tipo,
  generacion,
  desde,
  hasta,
  cupones,
  estado: 'enviando',
  prueba: null,
  id: id === '0' ? null : id,
  antes: antes === null ? null : sumOf(antes),
  at,
});

const isOpen = ({ estado }: Tanda): boolean => estado === 'enviando' || estado === 'comprobando';

function* listPending(m: Machine, last: Tanda | undefined): Generator<Tanda> {
  if (m.cerrada || m.fase.state === 'ABANDONED') return;
  const opened = last !== undefined && isOpen(last);
  let plan: Machine = opened ? advanceAfter(m, last) : m;
  while (plan.nextSeq <= plan.total) {
    const planned = planSending(plan);
    if (planned.tipo !== 'envio') return;
    const { n: _, ...envio } = planned.envio;
    const rejected = new Set(plan.rejected);
    let cupones = 0;
    for (let seq = envio.desde; seq <= envio.hasta; seq += 1) if (!rejected.has(seq)) cupones += 1;
    yield { ...envio, cupones, estado: 'en_espera', prueba: null, id: null, antes: null, at: null };
    plan = advanceAfter(plan, envio);
  }
}

const advanceAfter = (m: Machine, { hasta }: Pick<Tanda, 'hasta'>): Machine => ({
  ...m,
  nextSeq: Math.max(m.nextSeq, hasta + 1),
  id: m.id ?? '',
});
