import { LOST, describeServiceAnswer } from '../texts/upload-sentences.ts';
import { getCounts, grewBy, explains, hasGrown, areCountsEqual, countsNothing, exceeds } from './count.ts';
import { diagnose } from './diagnosis.ts';
import { getPause, type In, type Phase, type Machine, type Mono } from './machine.ts';
import {
  findCandidatos,
  compareIds,
  withEvents,
  withPhase,
  getOwner,
  isImported,
  requestDecision,
  type Step,
} from './step.ts';
import { isRetry, PIECES } from './suspicions.ts';
import { waitForRows } from './wait-for-rows.ts';
import type { Diagnosis, Seen } from './types.ts';

/** Judges the answer to a send (docs/upload.md, "What an answer means"). */
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
      const known = sending.id === '0' && m.base?.ids.has(id) === true ? { id } : {};
      return withEvents(m, mono, { kind: 'perdida', motivo: estado ? LOST.otherNumber : LOST.falseState, ...known });
    }
  }
}

/**
 * The header before a batch. Its counts must be those of our applied sends. Other counts are read again twice. Counts that are too low are most
 * likely late: they are waited for once, for as long as a request may take. If all of them are still 0 after that, the service counts only when
 * the reconciliation is closed. From then on only the answers say what arrived; after a lost answer the upload begins again. The same holds for a
 * service that never shows an open reconciliation.
 */
export function onSeenBeforeSending(
  m: Machine,
  phase: In<'READY'>,
  { encabezado: c, hidden }: Seen<'encabezado'>,
  mono: Mono,
): Step {
  const before = c === undefined ? undefined : getCounts(c);
  const opened = c === undefined || !isImported(c);
  if (before !== undefined && opened && explains(before, m.applied))
    return withPhase(m, { state: 'CHECKED', antes: before });
  const isHidden = hidden === true;
  const isSilent = isHidden || (before !== undefined && opened && countsNothing(before));
  if (isSilent && m.sinCuentas) return withPhase(m, { state: 'CHECKED', antes: null });
  const hasFewer = m.restarts === 0 && opened && (before === undefined || !exceeds(before, m.applied));
  const isLate = hasFewer && mono < phase.desde + m.ajustes.patienceMs;
  if (phase.readAgainTimes < 2 || isLate) {
    const pause = phase.readAgainTimes < 2 ? 2_000 : getPause(m);
    return withPhase(m, { ...phase, readAgainTimes: phase.readAgainTimes + 1, hasta: mono + pause });
  }
  if (isSilent && (isHidden || m.restarts === 0)) return withEvents(m, mono, { kind: 'sin_cuentas' });
  return restartFor(m, mono, c === undefined ? 'desaparecida' : 'no_explica');
}

/** Begins the upload again, unless the reconciliation is not ours to delete or there were two restarts already (docs/upload.md, 5). */
export function restartFor(m: Machine, mono: Mono, motivo: 'no_explica' | 'desaparecida' | 'cierre_rechazado'): Step {
  const id = m.id ?? '';
  if (motivo !== 'desaparecida' && m.origen === 'persona') return requestDecision(m, mono, { tipo: 'no_borrable', id });
  if (m.restarts >= 2 + m.allowed) {
    return requestDecision(m, mono, { tipo: 'reinicios_agotados', id, motivo });
  }
  return withEvents(m, mono, { kind: 'reinicio', motivo });
}

/** The header after a later batch or the close got no answer. It is read until D has passed (docs/upload.md, 3 and 4). */
export function onSeenAfterLostSending(
  m: Machine,
  phase: In<'UNKNOWN'>,
  { encabezado: c, hidden }: Seen<'encabezado'>,
  mono: Mono,
): Step {
  const { envio: sending } = phase;
  const isExpired = mono >= phase.vence;
  const wait = withPhase(m, { ...phase, hasta: nextReadingAt(m, phase, mono) });
  if (c === undefined) return isExpired ? restartFor(m, mono, hidden === true ? 'no_explica' : 'desaparecida') : wait;
  const now = getCounts(c);
  const { antes } = sending;
  if (antes === null) {
    if (sending.tipo === 'cierre' && isImported(c)) return appliedByReading(m, sending.id, mono);
    // There were no counts before this send, so the counts now cannot say whether it arrived (I5).
    return isExpired ? restartFor(m, mono, 'no_explica') : wait;
  }
  const grew = grewBy(antes, now, sending.cupones);
  if (sending.tipo === 'cierre') {
    if (isImported(c)) return appliedByReading(m, sending.id, mono);
    if (!isExpired) return wait;
    if (hasGrown(antes, now)) return requestDecision(m, mono, { tipo: 'cierre_crecido', id: sending.id });
  } else if (grew && !isImported(c)) {
    return appliedByReading(m, sending.id, mono);
  }
  if (!isExpired) return wait;
  if (areCountsEqual(antes, now) && !isImported(c)) return notAppliedByDeadline(m, mono);
  return restartFor(m, mono, 'no_explica');
}

/** The header after a refused send: one unchanged reading is enough, without waiting for D. Where nothing shows it, the refusal is believed. */
export function onSeenAfterRefusal(
  m: Machine,
  phase: In<'REFUSED'>,
  { encabezado: c, hidden }: Seen<'encabezado'>,
  mono: Mono,
): Step {
  if (c === undefined) return hidden === true ? diagnose(m, phase, mono) : restartFor(m, mono, 'desaparecida');
  const { envio: sending } = phase;
  const now = getCounts(c);
  const before = sending.antes ?? now;
  if (areCountsEqual(before, now) && !isImported(c)) return diagnose(m, phase, mono);
  const isApplied = sending.tipo === 'cierre' ? isImported(c) : grewBy(before, now, sending.cupones) && !isImported(c);
  return isApplied ? appliedByReading(m, sending.id, mono) : restartFor(m, mono, 'no_explica');
}

const appliedByReading = (m: Machine, id: string, mono: Mono): Step =>
  withEvents(m, mono, { kind: 'aplicado', id, prueba: 'encabezado', contadores: null, huerfanas: [] });

/** When the service failed for more coupons in a row than this and accepted none in between, the service itself is failing. */
const MAX_SUSPICIONS = 2;

/** The send counts as not applied, because D has passed. It is sent again, three times at most; then the upload stops, so that a person looks at it. */
const notAppliedByDeadline = (m: Machine, mono: Mono): Step =>
  withEvents(m, mono, { kind: 'no_aplicado', prueba: 'plazo', diagnostico: diagnoseAfterDeadline(m) });

/**
 * When the service failed twice (5xx) for the same batch, one of its coupons may be the cause. The coupon is searched with smaller batches, each
 * sent only after the one before was shown not to be applied (I3). Opening and closing sends are a single coupon, so they cannot be split. A coupon
 * that is sent once more gets no further try: it failed often enough, and the others wait for it.
 */
function diagnoseAfterDeadline(m: Machine): Diagnosis {
  const { fase } = m;
  if (fase.state === 'UNKNOWN' && isRetry(m, fase.envio) && (fase.status !== undefined || m.notApplied >= 1)) {
    return diagnoseFailed(fase.envio.desde, fase.status);
  }
  const isSearching = m.division?.falla === true;
  if (fase.state === 'UNKNOWN' && fase.status !== undefined && fase.envio.tipo === 'tanda') {
    const { cupones, desde } = fase.envio;
    if (cupones > 1 && (isSearching || m.notApplied >= 1))
      return { que: 'tamano', tamano: Math.ceil(cupones / PIECES), falla: true };
    if (cupones === 1 && (isSearching || m.notApplied >= 3)) {
      return m.suspicions.length >= MAX_SUSPICIONS
        ? { que: 'detener', codigo: 'CARGA_INTERRUMPIDA' }
        : diagnoseFailed(desde, fase.status);
    }
  }
  return m.notApplied >= 3 ? { que: 'detener', codigo: 'CARGA_INTERRUMPIDA' } : { que: 'repetir' };
}

const diagnoseFailed = (seq: number, status: number | undefined): Diagnosis => ({
  que: 'cupon',
  seq,
  detalle: describeServiceAnswer(status),
  sospecha: true,
});

/** The time of the next reading: after each pause, and right when D has passed. */
const nextReadingAt = (m: Machine, phase: In<'UNKNOWN'>, mono: Mono): Mono =>
  mono < phase.vence ? Math.min(mono + getPause(m), phase.vence) : mono + getPause(m);

/** The list after a first send that got no answer or was refused: looks for new reconciliations in it. */
export function onListedAfterFirst(
  m: Machine,
  phase: In<'UNKNOWN'> | In<'REFUSED'>,
  { lista: list }: Seen<'lista'>,
  mono: Mono,
): Step {
  // A partial reading is no evidence of absence (I5), but what it does show may well be ours.
  const candidates = findCandidatos(m, list, m.base?.ids);
  const isDenied = list.refused === true;
  if (phase.state === 'REFUSED') {
    if (candidates.length > 0)
      return withPhase(m, { ...phase, candidatas: candidates, completa: list.completa, isDenied });
    // The service had no list before this send and refused the send. That it still has no list shows that nothing was stored.
    const isWithoutList = isDenied && m.base?.ids.size === 0;
    if (list.completa || isWithoutList) return diagnose(m, phase, mono);
    return isDenied ? askAboutFirst(m, mono, []) : withPhase(m, phase);
  }
  if (candidates.length > 0) {
    const isRead = list.completa || isDenied;
    return withPhase(m, { ...phase, candidatas: candidates, leida: isRead ? mono : phase.leida, isDenied });
  }
  if ((!list.completa && !isDenied) || mono < phase.vence) return withPhase(m, waitingForFirst(m, phase, mono));
  // A missing list is no evidence that the send did not arrive (I5).
  if (isDenied) return askAboutFirst(m, mono, []);
  return withoutTrace(m, mono, []);
}

const waitingForFirst = (m: Machine, phase: In<'UNKNOWN'>, mono: Mono): Phase => ({
  ...phase,
  candidatas: [],
  hasta: nextReadingAt(m, phase, mono),
});

/**
 * Decides about the new reconciliations by their rows. Of those with our marker, the one with the lower id is adopted and the others are deleted. Where
 * only the content is equal, a person decides (I6).
 */
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
  const inDoubt = [...candidatesOf('igual'), ...candidatesOf('invisible'), ...candidatesOf('mezclada')].sort(
    compareIds,
  );
  // The refusal is an answer, and reconciliations that are not proven ours do not contradict it. But only a whole list shows all of them (I5).
  if (phase.state === 'REFUSED') {
    if (phase.completa) return diagnose(m, phase, mono);
    return phase.isDenied === true ? askAboutFirst(m, mono, inDoubt) : withPhase(m, { ...phase, candidatas: [] });
  }
  if (phase.leida < phase.vence || mono < phase.vence) return withPhase(m, waitingForFirst(m, phase, mono));
  const waiting = candidatesOf('invisible').length > 0 ? waitForRows(m, phase, mono) : undefined;
  return waiting ?? (phase.isDenied === true ? askAboutFirst(m, mono, inDoubt) : withoutTrace(m, mono, inDoubt));
}

const askAboutFirst = (m: Machine, mono: Mono, candidates: readonly string[]): Step =>
  requestDecision(m, mono, { tipo: 'primero_incierto', candidatas: candidates });

/** D has passed, the list was read whole, and nothing in it is proven to be ours. */
function withoutTrace(m: Machine, mono: Mono, inDoubt: readonly string[]): Step {
  // This also holds for a file of one coupon: if its send was half applied, its reconciliation is open, and not every list shows open ones.
  if (inDoubt.length > 0 || m.aprendido.lista !== true) return askAboutFirst(m, mono, inDoubt);
  return notAppliedByDeadline(m, mono);
}
