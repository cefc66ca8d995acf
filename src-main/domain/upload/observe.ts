import { assertNever } from '../result.ts';
import {
  onListedAfterFirst,
  onOwnershipAfterFirst,
  onResponse,
  onSeenBeforeSending,
  onSeenAfterLostSending,
  onSeenAfterRefusal,
  restartFor,
} from './observe-send.ts';
import {
  startAudit,
  observeRead,
  onListedWhileVerifying,
  onOwnershipWhileVerifying,
  onPolled,
} from './observe-verification.ts';
import { DELETING_MS, getRestingPhase, type In, type Machine, type Mono, getPause, isAbsenceProof } from './machine.ts';
import { withEvents, withPhase, type Step, noteWaiting, getOwner, requestDecision } from './step.ts';
import { planSending } from './next.ts';
import type { Observation, Seen } from './types.ts';

/** The step after an observation. Throws for most observations that the state did not ask for: a bug of the caller. A failed read is no observation (I5). */
export function observe(m: Machine, o: Observation, mono: Mono): Step {
  switch (o.tipo) {
    case 'lista':
      return onListed(learnOpenAreListed(m, o), o, mono);
    case 'encabezado':
      return onSeen(m, o, mono);
    case 'pertenencia':
      return onOwnership(m, o, mono);
    case 'preparado':
      return onPrepared(m, o, mono);
    case 'respuesta':
      return m.fase.state === 'ATTEMPT' ? onResponse(m, m.fase, o, mono) : throwUnexpected(m, o);
    case 'borrado':
      return m.fase.state === 'DELETE_ATTEMPT' ? onDeleted(m, m.fase, o, mono) : throwUnexpected(m, o);
    case 'renovado':
      return withPhase(m, getRestingPhase(m, mono));
    case 'esperado':
      return onWaited(m, mono);
    case 'lectura':
      return m.fase.state === 'VERIFYING' ? observeRead(m, m.fase, o, mono) : throwUnexpected(m, o);
    case 'concluido':
      return withEvents(m, mono, { kind: 'terminada' });
    default:
      return assertNever(o);
  }
}

function throwUnexpected(m: Machine, o: Observation): never {
  throw new Error(`Observation ${o.tipo} in state ${m.fase.state}`);
}

function learnOpenAreListed(m: Machine, { lista: list }: Seen<'lista'>): Machine {
  const hasOpen = list.conciliaciones.some((c) => c.estado === 'PENDIENTE');
  return hasOpen && m.aprendido.lista !== true ? { ...m, aprendido: { ...m.aprendido, lista: true } } : m;
}

function onListed(m: Machine, o: Seen<'lista'>, mono: Mono): Step {
  const phase = m.fase;
  if (phase.state === 'FROZEN') return onBaselineListed(m, phase, o, mono);
  if (phase.state === 'UNKNOWN' || phase.state === 'REFUSED') return onListedAfterFirst(m, phase, o, mono);
  if (phase.state === 'LEARNING') {
    const isThere = o.lista.conciliaciones.some((c) => c.id === m.id);
    return withEvents(m, mono, { kind: 'aprendido', lista: isThere || o.lista.completa ? isThere : null });
  }
  return phase.state === 'VERIFYING' ? onListedWhileVerifying(m, phase, o, mono) : throwUnexpected(m, o);
}

/** Takes a whole list as the baseline. Reads it again for a while if it shows a deleted reconciliation of this upload, whose id a first send could get. */
function onBaselineListed(
  m: Machine,
  { deleting }: In<'FROZEN'>,
  { lista: list, desde }: Seen<'lista'>,
  mono: Mono,
): Step {
  const expires = deleting?.vence ?? mono + DELETING_MS;
  const ids = list.conciliaciones.map((c) => c.id);
  const isBeingDeleted = mono < expires && ids.some((id) => m.previous.includes(id));
  if (!list.completa || isBeingDeleted)
    return withPhase(m, { state: 'FROZEN', deleting: { vence: expires, hasta: mono + 2_000 } });
  return withEvents(m, mono, { kind: 'base', ids, desde });
}

function onSeen(m: Machine, o: Seen<'encabezado'>, mono: Mono): Step {
  const phase = m.fase;
  if (phase.state === 'READY') {
    return planSending(m).tipo === 'sin_cierre'
      ? restartFor(m, mono, 'cierre_rechazado')
      : onSeenBeforeSending(m, phase, o, mono);
  }
  if (phase.state === 'UNKNOWN') return onSeenAfterLostSending(m, phase, o, mono);
  if (phase.state === 'REFUSED') return onSeenAfterRefusal(m, phase, o, mono);
  if (phase.state === 'RESTARTING') return onSeenBeforeDelete(m, phase, o, mono);
  if (phase.state === 'DELETE_UNKNOWN') return onSeenAfterLostDelete(m, phase, o, mono);
  return phase.state === 'VERIFYING' ? onPolled(m, phase, o.encabezado, mono) : throwUnexpected(m, o);
}

function onOwnership(m: Machine, o: Seen<'pertenencia'>, mono: Mono): Step {
  const phase = m.fase;
  if (phase.state === 'UNKNOWN' || phase.state === 'REFUSED') return onOwnershipAfterFirst(m, phase, o, mono);
  if (phase.state === 'RESTARTING') return onOwnershipBeforeDelete(m, phase, o, mono);
  return phase.state === 'VERIFYING' ? onOwnershipWhileVerifying(m, phase, o, mono) : throwUnexpected(m, o);
}

function onPrepared(m: Machine, o: Seen<'preparado'>, mono: Mono): Step {
  const plan = planSending(m);
  if (plan.tipo !== 'envio') throw new Error('A send was prepared that was not planned');
  const { hash, cupones, conNumeros } = o;
  const before = m.fase.state === 'CHECKED' ? m.fase.antes : null;
  return withEvents(m, mono, { kind: 'intento', envio: { ...plan.envio, hash, cupones, conNumeros, antes: before } });
}

/** Continues after a wait. States with their own deadline stay as they are, and the next action is chosen again. */
function onWaited(m: Machine, mono: Mono): Step {
  const phase = m.fase;
  if (phase.state === 'UNKNOWN') return noteWaiting(m, phase, mono);
  if (phase.state === 'WAITING' && mono >= phase.hasta) return withPhase(m, getRestingPhase(m, mono));
  return phase.state === 'LATE_AUDIT' && mono >= phase.hasta ? startAudit(m, mono) : withPhase(m, phase);
}

/** How often an unanswered DELETE is tried, each time after D and a new proof. Then the upload stops. */
const MAX_DELETES = 6;

const isGone = (m: Machine, id: string, { encabezado }: Seen<'encabezado'>): boolean =>
  encabezado === undefined && isAbsenceProof(m, id);

/** Judges the header before a DELETE: if the reconciliation is gone already, nothing is deleted. */
const onSeenBeforeDelete = (m: Machine, phase: In<'RESTARTING'>, seen: Seen<'encabezado'>, mono: Mono): Step =>
  isGone(m, phase.id, seen)
    ? withEvents(m, mono, { kind: 'borrada', id: phase.id, prueba: 'ausente' })
    : withPhase(m, { ...phase, step: 'prueba', hasta: mono });

/**
 * Proves before each DELETE that the reconciliation is ours, because its id may belong to others by now (I6). Rows with our marker prove it. Without markers,
 * equal content proves it only for the id that the service gave to this upload, and only before the first DELETE. A reconciliation that a person called ours is
 * read too, because that answer may come days after the question.
 */
function onOwnershipBeforeDelete(
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
      // The id was ours and now has rows of others, so our reconciliation is gone, and nothing is deleted.
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

const onDeleted = (m: Machine, phase: In<'DELETE_ATTEMPT'>, { resultado: result }: Seen<'borrado'>, mono: Mono): Step =>
  withEvents(
    m,
    mono,
    // "Not found" after a DELETE means that it succeeded (docs/gaps.md).
    result === 'perdida'
      ? { kind: 'borrado_perdido', id: phase.id }
      : { kind: 'borrada', id: phase.id, prueba: result === 'borrada' ? 'respuesta' : 'ausente' },
  );

/** Judges the header after an unanswered DELETE: the reconciliation is gone, or D must pass before it is proven ours and deleted again. */
function onSeenAfterLostDelete(m: Machine, phase: In<'DELETE_UNKNOWN'>, seen: Seen<'encabezado'>, mono: Mono): Step {
  if (isGone(m, phase.id, seen)) return withEvents(m, mono, { kind: 'borrada', id: phase.id, prueba: 'ausente' });
  if (mono < phase.vence) return withPhase(m, { ...phase, hasta: Math.min(mono + getPause(m), phase.vence) });
  return withPhase(m, { state: 'RESTARTING', id: phase.id, step: 'prueba', hasta: mono });
}
