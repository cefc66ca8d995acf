import type { Conciliacion } from '../conciliacion.ts';
import { getCounts, grewBy, explains, hasGrown, areCountsEqual, countsNothing, exceeds } from './count.ts';
import { diagnose } from './diagnosis.ts';
import { getPause, type Phase, type Machine, type Mono } from './machine.ts';
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
import type { Diagnosis, Observation } from './types.ts';

type In<S extends Phase['state']> = Extract<Phase, { state: S }>;
type Seen<T extends Observation['tipo']> = Extract<Observation, { tipo: T }>;

/** Judges the answer to a send (docs/upload.md, "What an answer means"). */
export function onResponse(m: Machine, fase: In<'ATTEMPT'>, { respuesta }: Seen<'respuesta'>, mono: Mono): Step {
  const { envio: sending } = fase;
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
      const nuevo = id !== '' && id !== '0' && m.base?.ids.has(id) !== true;
      const ours = sending.id === '0' ? nuevo : id === sending.id;
      if (estado && ours) {
        return withEvents(m, mono, { kind: 'aplicado', id, prueba: 'respuesta', contadores, huerfanas: [] });
      }
      const conocida = sending.id === '0' && m.base?.ids.has(id) === true ? { id } : {};
      return withEvents(m, mono, { kind: 'perdida', motivo: estado ? 'otro número' : 'estado falso', ...conocida });
    }
  }
}

/**
 * The header before a batch. Its counts must be those of our applied sends. Other counts are read again twice. Counts that are too low are most
 * likely late: they are waited for once, for as long as a request may take. If all of them are still 0 after that, the service counts only when
 * the reconciliation is closed. Then the answers say what arrived, and after a lost answer the upload can only begin again.
 */
export function onSeenBeforeSending(m: Machine, fase: In<'READY'>, c: Conciliacion | undefined, mono: Mono): Step {
  const antes = c === undefined ? undefined : getCounts(c);
  const abierta = c === undefined || !isImported(c);
  if (antes !== undefined && abierta && explains(antes, m.applied)) return withPhase(m, { state: 'CHECKED', antes });
  const isSilent = antes !== undefined && abierta && countsNothing(antes);
  if (isSilent && m.sinCuentas) return withPhase(m, { state: 'CHECKED', antes: null });
  const hasFewer = m.restarts === 0 && abierta && (antes === undefined || !exceeds(antes, m.applied));
  const isLate = hasFewer && mono < fase.desde + m.ajustes.patienceMs;
  if (fase.readAgainTimes < 2 || isLate) {
    const pause = fase.readAgainTimes < 2 ? 2_000 : getPause(m);
    return withPhase(m, { ...fase, readAgainTimes: fase.readAgainTimes + 1, hasta: mono + pause });
  }
  if (isSilent && m.restarts === 0) return withEvents(m, mono, { kind: 'sin_cuentas' });
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
export function onSeenAfterLostSending(m: Machine, fase: In<'UNKNOWN'>, c: Conciliacion | undefined, mono: Mono): Step {
  const { envio: sending } = fase;
  const isExpired = mono >= fase.vence;
  const wait = withPhase(m, { ...fase, hasta: nextReadingAt(m, fase, mono) });
  if (c === undefined) return isExpired ? restartFor(m, mono, 'desaparecida') : wait;
  const ahora = getCounts(c);
  const { antes } = sending;
  if (antes === null) {
    if (sending.tipo === 'cierre' && isImported(c)) return appliedByReading(m, sending.id, mono);
    // There were no counts before this send, so the counts now cannot say whether it arrived (I5).
    return isExpired ? restartFor(m, mono, 'no_explica') : wait;
  }
  const grew = grewBy(antes, ahora, sending.cupones);
  if (sending.tipo === 'cierre') {
    if (isImported(c)) return appliedByReading(m, sending.id, mono);
    if (!isExpired) return wait;
    if (hasGrown(antes, ahora)) return requestDecision(m, mono, { tipo: 'cierre_crecido', id: sending.id });
  } else if (grew && !isImported(c)) {
    return appliedByReading(m, sending.id, mono);
  }
  if (!isExpired) return wait;
  if (areCountsEqual(antes, ahora) && !isImported(c)) return notAppliedByDeadline(m, mono);
  return restartFor(m, mono, 'no_explica');
}

/** The header after a refused send: one unchanged reading is enough, without waiting for D. */
export function onSeenAfterRefusal(m: Machine, fase: In<'REFUSED'>, c: Conciliacion | undefined, mono: Mono): Step {
  if (c === undefined) return restartFor(m, mono, 'desaparecida');
  const { envio: sending } = fase;
  const ahora = getCounts(c);
  const antes = sending.antes ?? ahora;
  if (areCountsEqual(antes, ahora) && !isImported(c)) return diagnose(m, fase, mono);
  const isApplied = sending.tipo === 'cierre' ? isImported(c) : grewBy(antes, ahora, sending.cupones) && !isImported(c);
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
  detalle: status === undefined ? 'el servicio no respondió' : `el servicio respondió ${String(status)}`,
  sospecha: true,
});

/** The time of the next reading: after each pause, and right when D has passed. */
const nextReadingAt = (m: Machine, fase: In<'UNKNOWN'>, mono: Mono): Mono =>
  mono < fase.vence ? Math.min(mono + getPause(m), fase.vence) : mono + getPause(m);

/** The list after a first send that got no answer or was refused: looks for new reconciliations in it. */
export function onListedAfterFirst(
  m: Machine,
  fase: In<'UNKNOWN'> | In<'REFUSED'>,
  { lista: list }: Seen<'lista'>,
  mono: Mono,
): Step {
  // A partial reading is no evidence of absence (I5), but what it does show may well be ours.
  const candidates = findCandidatos(m, list, m.base?.ids);
  if (fase.state === 'REFUSED') {
    if (candidates.length > 0) return withPhase(m, { ...fase, candidatas: candidates, completa: list.completa });
    // The service had no list before this send and refused the send. That it still has no list shows that nothing was stored.
    const isWithoutList = list.refused === true && m.base?.ids.size === 0;
    return list.completa || isWithoutList ? diagnose(m, fase, mono) : withPhase(m, fase);
  }
  if (candidates.length > 0)
    return withPhase(m, { ...fase, candidatas: candidates, leida: list.completa ? mono : fase.leida });
  if ((!list.completa && list.refused !== true) || mono < fase.vence)
    return withPhase(m, waitingForFirst(m, fase, mono));
  // A missing list is no evidence that the send did not arrive (I5).
  if (list.refused === true) return requestDecision(m, mono, { tipo: 'primero_incierto', candidatas: [] });
  return withoutTrace(m, mono, []);
}

const waitingForFirst = (m: Machine, fase: In<'UNKNOWN'>, mono: Mono): Phase => ({
  ...fase,
  candidatas: [],
  hasta: nextReadingAt(m, fase, mono),
});

/**
 * Decides about the new reconciliations by their rows. Of those with our marker, the one with the lower id is adopted and the others are deleted. Where
 * only the content is equal, a person decides (I6).
 */
export function onOwnershipAfterFirst(
  m: Machine,
  fase: In<'UNKNOWN'> | In<'REFUSED'>,
  { porId: byId }: Seen<'pertenencia'>,
  mono: Mono,
): Step {
  const de = (owner: string): readonly string[] =>
    fase.candidatas.filter((id) => getOwner(byId[id], m.marcador) === owner).sort(compareIds);
  const [id, ...huerfanas] = de('nuestra');
  if (id !== undefined) {
    return withEvents(m, mono, { kind: 'aplicado', id, prueba: 'marcador', contadores: null, huerfanas });
  }
  // The refusal is an answer, and reconciliations that are not proven ours do not contradict it. But only a whole list shows all of them (I5).
  if (fase.state === 'REFUSED') {
    return fase.completa ? diagnose(m, fase, mono) : withPhase(m, { ...fase, candidatas: [] });
  }
  const inDoubt = [...de('igual'), ...de('invisible'), ...de('mezclada')].sort(compareIds);
  if (fase.leida < fase.vence || mono < fase.vence) return withPhase(m, waitingForFirst(m, fase, mono));
  const waiting = de('invisible').length > 0 ? waitForRows(m, fase, mono) : undefined;
  return waiting ?? withoutTrace(m, mono, inDoubt);
}

/** D has passed, the list was read whole, and nothing in it is proven to be ours. */
function withoutTrace(m: Machine, mono: Mono, inDoubt: readonly string[]): Step {
  // This also holds for a file of one coupon: if its send was half applied, its reconciliation is open, and not every list shows open ones.
  if (inDoubt.length > 0 || m.aprendido.lista !== true) {
    return requestDecision(m, mono, { tipo: 'primero_incierto', candidatas: inDoubt });
  }
  return notAppliedByDeadline(m, mono);
}
