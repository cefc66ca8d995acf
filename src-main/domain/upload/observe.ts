import { assertNever } from '../assert-never.ts';
import { onDeleted, onOwnershipBeforeDelete, onSeenAfterLostDelete, onSeenBeforeDelete } from './observe-deletion.ts';
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
import { DELETING_MS, getRestingPhase, type In, type Machine, type Mono } from './machine.ts';
import { withEvents, withPhase, type Step } from './step.ts';
import { planSending } from './next.ts';
import type { Observation, Seen } from './types.ts';
import { noteWaiting } from './wait-for-rows.ts';

/** Applies an observation to the state. One that the state did not ask for is a bug of the driver; a failed read never gets here (I5). */
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

/** Any open reconciliation in a list proves that this service lists open ones. */
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

/**
 * The list as a baseline. It counts only when whole: rows = total, no id twice. A list that still shows a reconciliation that we deleted would hide a
 * first send with the same id, so it is read again for a while (the id may also belong to others by now).
 */
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

/** A state that keeps its own time needs no change: its next action is chosen again. */
function onWaited(m: Machine, mono: Mono): Step {
  const phase = m.fase;
  if (phase.state === 'UNKNOWN') return noteWaiting(m, phase, mono);
  if (phase.state === 'WAITING' && mono >= phase.hasta) return withPhase(m, getRestingPhase(m, mono));
  return phase.state === 'LATE_AUDIT' && mono >= phase.hasta ? startAudit(m, mono) : withPhase(m, phase);
}
