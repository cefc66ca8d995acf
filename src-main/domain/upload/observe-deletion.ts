import { getPause, isAbsenceProof, type In, type Machine, type Mono } from './machine.ts';
import { withEvents, withPhase, getOwner, requestDecision, type Step } from './step.ts';
import type { Seen } from './types.ts';

/** Tries of a DELETE without an answer, each after D and a new proof. Then the upload stops and can be resumed. */
const MAX_DELETES = 6;

const isGone = (m: Machine, id: string, { encabezado }: Seen<'encabezado'>): boolean =>
  encabezado === undefined && isAbsenceProof(m, id);

/** Handles a reading before a DELETE: the reconciliation may be gone already. */
export const onSeenBeforeDelete = (m: Machine, phase: In<'RESTARTING'>, seen: Seen<'encabezado'>, mono: Mono): Step =>
  isGone(m, phase.id, seen)
    ? withEvents(m, mono, { kind: 'borrada', id: phase.id, prueba: 'ausente' })
    : withPhase(m, { ...phase, step: 'prueba', hasta: mono });

/**
 * The proof of ownership before every DELETE, also a repeated one, because the id may now belong to others (I6). Rows with our marker prove that it is
 * ours. Without a marker, equal content suffices only for the id that the service gave us, before its first DELETE. A reconciliation that a person
 * called theirs is read again too, because the answer may come days after the question.
 */
export function onOwnershipBeforeDelete(
  m: Machine,
  phase: In<'RESTARTING'>,
  { porId: byId }: Seen<'pertenencia'>,
  mono: Mono,
): Step {
  const { id } = phase;
  const owner = getOwner(byId[id], m.marcador);
  switch (owner) {
    case 'ausente':
      if (isAbsenceProof(m, id)) return withEvents(m, mono, { kind: 'borrada', id, prueba: 'ausente' });
      break;
    case 'ajena':
      // The id was ours and now has rows of others: our reconciliation is gone, and this one stays untouched.
      return withEvents(m, mono, { kind: 'borrada', id, prueba: 'ajena' });
    case 'nuestra':
      return startDelete(m, id, mono);
    case 'igual':
      if (id === m.id && m.origen === 'respuesta' && m.deletions === 0 && m.marcador === null)
        return startDelete(m, id, mono);
      break;
    case 'mezclada':
    case 'invisible':
      break;
  }
  if (phase.confirmada === true) return startDelete(m, id, mono);
  return requestDecision(m, mono, { tipo: 'propiedad_incierta', id, huerfana: id !== m.id });
}

const startDelete = (m: Machine, id: string, mono: Mono): Step =>
  m.deletions >= MAX_DELETES
    ? { eventos: [], machine: { ...m, fase: { state: 'STOPPED', codigo: 'CARGA_INTERRUMPIDA' } } }
    : withEvents(m, mono, { kind: 'intento_borrar', id });

export const onDeleted = (
  m: Machine,
  phase: In<'DELETE_ATTEMPT'>,
  { resultado: result }: Seen<'borrado'>,
  mono: Mono,
): Step =>
  withEvents(
    m,
    mono,
    // "Not found" after our own DELETE is success (docs/gaps.md).
    result === 'perdida'
      ? { kind: 'borrado_perdido', id: phase.id }
      : { kind: 'borrada', id: phase.id, prueba: result === 'borrada' ? 'respuesta' : 'ausente' },
  );

/** A reading after a DELETE without an answer: the reconciliation is gone, or D has to pass and ownership is proven again. */
export function onSeenAfterLostDelete(
  m: Machine,
  phase: In<'DELETE_UNKNOWN'>,
  seen: Seen<'encabezado'>,
  mono: Mono,
): Step {
  if (isGone(m, phase.id, seen)) return withEvents(m, mono, { kind: 'borrada', id: phase.id, prueba: 'ausente' });
  if (mono < phase.vence) return withPhase(m, { ...phase, hasta: Math.min(mono + getPause(m), phase.vence) });
  return withPhase(m, { state: 'RESTARTING', id: phase.id, step: 'prueba', hasta: mono });
}
