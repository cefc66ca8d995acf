import { LOST } from '../texts/upload-sentences.ts';
import {
  getCounts,
  grewBy,
  areCountsEqual,
  sumOf,
  NO_COUNTS,
  findCandidatos,
  compareIds,
  withEvents,
  withPhase,
  getOwner,
  isImported,
  requestDecision,
  type Step,
  waitForRows,
} from './step.ts';
import { diagnose } from './diagnosis.ts';
import { getPause, isAbsenceProof, type In, type Phase, type Machine, type Mono } from './machine.ts';
import type { Seen } from './types.ts';

export function onResponse(m: Machine, phase: In<'ATTEMPT'>, { respuesta }: Seen<'respuesta'>, mono: Mono): Step {
  const { envio: sending } = phase;
  switch (respuesta.kind) {
    case 'rechazo': {
      const { status, retryAfterMs, detalle } = respuesta;
      return withEvents(m, mono, { kind: 'rechazo', status, retryAfterMs, detalle });
    }
    case 'perdida': {
      const { motivo, status } = respuesta;
      return withEvents(m, mono, { kind: 'perdida', motivo, ...(status === undefined ? {} : { status }) });
    }
    case 'respuesta': {
      const { id, estado, contadores } = respuesta;
      const fresh = id !== '' && id !== '0' && m.base?.ids.has(id) !== true;
      const ours = sending.id === '0' ? fresh : id === sending.id;
      if (estado && ours) {
        return withEvents(m, mono, { kind: 'aplicado', id, prueba: 'respuesta', contadores, huerfanas: [] });
      }
      const lost = { kind: 'perdida', motivo: estado ? LOST.otherNumber : LOST.falseState } as const;
      // The answer to a first send names a reconciliation that existed before. Only a person can say whose it is.
      if (estado && sending.id === '0' && m.base?.ids.has(id) === true)
        return withEvents(m, mono, lost, {
          kind: 'decision_pedida',
          decision: { tipo: 'primero_incierto', candidatas: [id] },
        });
      return withEvents(m, mono, lost);
    }
  }
}

/**
 * Judges the header that is read before a batch: it must be open and count exactly the coupons of the applied sends. Reads a wrong header twice more, and a
 * header that may be late until D has passed. Then stops at an open header without coupons, restarts or asks at a missing header, and else restarts.
 */
export function onSeenBeforeSending(
  m: Machine,
  phase: In<'READY'>,
  { encabezado: c }: Seen<'encabezado'>,
  mono: Mono,
): Step {
  const before = c === undefined ? NO_COUNTS : getCounts(c);
  const opened = c === undefined || !isImported(c);
  if (c !== undefined && opened && sumOf(before) === m.applied)
    return withPhase(m, { state: 'CHECKED', antes: before });
  const hasFewer = m.restarts === 0 && opened && sumOf(before) <= m.applied;
  const isLate = hasFewer && mono < phase.desde + m.ajustes.patienceMs;
  if (phase.readAgainTimes < 2 || isLate) {
    const pause = phase.readAgainTimes < 2 ? 2_000 : getPause(m);
    return withPhase(m, { ...phase, readAgainTimes: phase.readAgainTimes + 1, hasta: mono + pause });
  }
  if (c === undefined) return restartOrAsk(m, mono);
  if (opened && sumOf(before) === 0) return withPhase(m, { state: 'STOPPED', codigo: 'RESPUESTA_INVALIDA' });
  return restartFor(m, mono, 'no_explica');
}

/** Restarts if it is proven that the missing reconciliation is gone; otherwise asks a person. */
function restartOrAsk(m: Machine, mono: Mono): Step {
  const id = m.id ?? '';
  return isAbsenceProof(m, id)
    ? restartFor(m, mono, 'desaparecida')
    : requestDecision(m, mono, { tipo: 'desaparecida', id });
}

/** Restarts the upload. Asks a person instead after two restarts, or if a person chose a reconciliation that still exists (docs/upload.md, 5). */
export function restartFor(m: Machine, mono: Mono, motivo: 'no_explica' | 'desaparecida' | 'cierre_rechazado'): Step {
  const id = m.id ?? '';
  if (motivo !== 'desaparecida' && m.origen === 'persona') return requestDecision(m, mono, { tipo: 'no_borrable', id });
  if (m.restarts >= 2 + m.allowed) return requestDecision(m, mono, { tipo: 'reinicios_agotados', id, motivo });
  return withEvents(m, mono, { kind: 'reinicio', motivo });
}

/** Judges the header after an unanswered batch or close: reads it again until it counts the send's coupons or D has passed (docs/upload.md, 3 and 4). */
export function onSeenAfterLostSending(
  m: Machine,
  phase: In<'UNKNOWN'>,
  { encabezado: c }: Seen<'encabezado'>,
  mono: Mono,
): Step {
  const { envio: sending } = phase;
  const isExpired = mono >= phase.vence;
  const wait = withPhase(m, { ...phase, hasta: nextReadingAt(m, phase, mono) });
  if (c === undefined) return isExpired ? restartOrAsk(m, mono) : wait;
  const now = getCounts(c);
  const antes = sending.antes ?? NO_COUNTS;
  const grew = grewBy(antes, now, sending.cupones);
  if (sending.tipo === 'cierre') {
    if (isImported(c)) return appliedByReading(m, sending.id, mono);
    if (!isExpired) return wait;
    if (sumOf(now) > sumOf(antes)) return requestDecision(m, mono, { tipo: 'cierre_crecido', id: sending.id });
  } else if (grew && !isImported(c)) {
    return appliedByReading(m, sending.id, mono);
  }
  if (!isExpired) return wait;
  if (areCountsEqual(antes, now) && !isImported(c)) return notAppliedByDeadline(m, phase, mono);
  return restartFor(m, mono, 'no_explica');
}

/** Judges the header after a refused send. A single unchanged reading proves that nothing was stored, without waiting for D. */
export function onSeenAfterRefusal(
  m: Machine,
  phase: In<'REFUSED'>,
  { encabezado: c }: Seen<'encabezado'>,
  mono: Mono,
): Step {
  if (c === undefined) return restartOrAsk(m, mono);
  const { envio: sending } = phase;
  const now = getCounts(c);
  const before = sending.antes ?? NO_COUNTS;
  if (areCountsEqual(before, now) && !isImported(c)) return diagnose(m, phase, mono);
  const isApplied = sending.tipo === 'cierre' ? isImported(c) : grewBy(before, now, sending.cupones) && !isImported(c);
  return isApplied ? appliedByReading(m, sending.id, mono) : restartFor(m, mono, 'no_explica');
}

const appliedByReading = (m: Machine, id: string, mono: Mono): Step =>
  withEvents(m, mono, { kind: 'aplicado', id, prueba: 'encabezado', contadores: null, huerfanas: [] });

const MAX_REPEATS = 3;

/** Repeats a send that was not applied, up to three times. Then stops or, if the service failed (5xx) for a single coupon, asks whether to omit it. */
function notAppliedByDeadline(m: Machine, { envio: sending, status }: In<'UNKNOWN'>, mono: Mono): Step {
  const isExhausted = m.notApplied >= MAX_REPEATS;
  if (isExhausted && status !== undefined && sending.cupones === 1)
    return requestDecision(m, mono, { tipo: 'cupon_fallido', seq: sending.desde });
  return withEvents(m, mono, {
    kind: 'no_aplicado',
    prueba: 'plazo',
    diagnostico: isExhausted ? { que: 'detener', codigo: 'CARGA_INTERRUMPIDA' } : { que: 'repetir' },
  });
}

/** When to read next: after a pause, but also exactly when D has passed. */
const nextReadingAt = (m: Machine, phase: In<'UNKNOWN'>, mono: Mono): Mono =>
  mono < phase.vence ? Math.min(mono + getPause(m), phase.vence) : mono + getPause(m);

/** Looks in the list for reconciliations that a first send may have made, after it was refused or got no answer. */
export function onListedAfterFirst(
  m: Machine,
  phase: In<'UNKNOWN'> | In<'REFUSED'>,
  { lista: list }: Seen<'lista'>,
  mono: Mono,
): Step {
  // If the list was not whole, absence proves nothing (I5), but a reconciliation that it shows may be ours.
  const added = findCandidatos(m, list, m.base?.ids);
  const isExpired = phase.state === 'UNKNOWN' && mono >= phase.vence;
  // D has passed. The service may have reused an id of the baseline for this send, which only our marker can show.
  const reused = isExpired && m.marcador !== null ? findCandidatos(m, list, undefined) : [];
  const candidates = [...new Set([...added, ...reused])].filter((id) => added.includes(id) || !m.previous.includes(id));
  if (phase.state === 'REFUSED') {
    if (candidates.length > 0) return withPhase(m, { ...phase, candidatas: candidates, completa: list.completa });
    return list.completa ? diagnose(m, phase, mono) : withPhase(m, phase);
  }
  if (candidates.length > 0)
    return withPhase(m, { ...phase, candidatas: candidates, leida: list.completa ? mono : phase.leida });
  if (!list.completa || mono < phase.vence) return withPhase(m, waitingForFirst(m, phase, mono));
  return withoutTrace(m, phase, [], mono);
}

const waitingForFirst = (m: Machine, phase: In<'UNKNOWN'>, mono: Mono): Phase => ({
  ...phase,
  candidatas: [],
  hasta: nextReadingAt(m, phase, mono),
});

/** Of the candidates that the marker proves ours, adopts the lowest id and deletes the others. After D, asks about candidates that may be ours (I6). */
export function onOwnershipAfterFirst(
  m: Machine,
  phase: In<'UNKNOWN'> | In<'REFUSED'>,
  { porId: byId }: Seen<'pertenencia'>,
  mono: Mono,
): Step {
  const candidatesOf = (owner: string): readonly string[] =>
    phase.candidatas.filter((id) => getOwner(byId[id], m.marcador) === owner).sort(compareIds);
  const [id, ...orphans] = candidatesOf('nuestra');
  if (id !== undefined) {
    return withEvents(m, mono, { kind: 'aplicado', id, prueba: 'marcador', contadores: null, huerfanas: orphans });
  }
  const isAdded = (id: string): boolean => m.base?.ids.has(id) !== true;
  const invisibles = candidatesOf('invisible').filter(isAdded);
  const inDoubt = [...candidatesOf('igual'), ...invisibles, ...candidatesOf('mezclada')]
    .filter(isAdded)
    .sort(compareIds);
  // The service refused the send, so candidates that are not proven ours do not matter. But only a whole list shows all candidates (I5).
  if (phase.state === 'REFUSED')
    return phase.completa ? diagnose(m, phase, mono) : withPhase(m, { ...phase, candidatas: [] });
  if (phase.leida < phase.vence || mono < phase.vence) return withPhase(m, waitingForFirst(m, phase, mono));
  const waiting = invisibles.length > 0 ? waitForRows(m, phase, mono) : undefined;
  return waiting ?? withoutTrace(m, phase, inDoubt, mono);
}

/** Decides what follows if D has passed and the whole list has no reconciliation that is proven ours. */
function withoutTrace(m: Machine, phase: In<'UNKNOWN'>, inDoubt: readonly string[], mono: Mono): Step {
  // The send may have made an open reconciliation that the list does not show, unless this service is known to list open reconciliations.
  if (inDoubt.length > 0 || m.aprendido.lista !== true)
    return requestDecision(m, mono, { tipo: 'primero_incierto', candidatas: inDoubt });
  return notAppliedByDeadline(m, phase, mono);
}
