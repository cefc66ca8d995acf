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

/** The answer to a send (docs/upload.md, "What an answer means"). */
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
 * The header before a batch: its counts must be what our applied sends explain. Other counts are read again twice. Counts below what was
 * applied are most likely late: they are waited for once, for as long as a request may take. If all of them are still 0 after that, the
 * service counts only when the reconciliation is closed: then the answers say what arrived, and after a lost answer the upload can only
 * begin again.
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

/** Begins again, unless it is not ours to delete or it was done twice already (docs/upload.md, 5). */
export function restartFor(m: Machine, mono: Mono, motivo: 'no_explica' | 'desaparecida' | 'cierre_rechazado'): Step {
  const id = m.id ?? '';
  if (motivo !== 'desaparecida' && m.origen === 'persona') return requestDecision(m, mono, { tipo: 'no_borrable', id });
  if (m.restarts >= 2 + m.allowed) {
    return requestDecision(m, mono, { tipo: 'reinicios_agotados', id, motivo });
  }
  return withEvents(m, mono, { kind: 'reinicio', motivo });
}

/** A later batch or the close, without an answer: the header is read until D has passed (docs/upload.md, 3 and 4). */
export function onSeenAfterLostSending(m: Machine, fase: In<'UNKNOWN'>, c: Conciliacion | undefined, mono: Mono): Step {
  const { envio: sending } = fase;
  const isExpired = mono >= fase.vence;
  const wait = withPhase(m, { ...fase, hasta: nextReadingAt(m, fase, mono) });
  if (c === undefined) return isExpired ? restartFor(m, mono, 'desaparecida') : wait;
  const ahora = getCounts(c);
  const { antes } = sending;
  if (antes === null) {
    if (sending.tipo === 'cierre' && isImported(c)) return appliedByReading(m, sending.id, mono);
    // Nothing was counted before it: nothing that is counted now says whether it arrived (I5).
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

/** A refused send: one unchanged reading suffices, no D. */
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

/** After so many failed coupons in a row, with none accepted between them, the service itself is failing. */
const MAX_SUSPICIONS = 2;

/** Not applied, by the passing of D: sent again, three times at most before somebody looks at why nothing arrives. */
const notAppliedByDeadline = (m: Machine, mono: Mono): Step =>
  withEvents(m, mono, { kind: 'no_aplicado', prueba: 'plazo', diagnostico: diagnoseAfterDeadline(m) });

/**
 * Where the service said twice that it failed (5xx) for the same batch, one of its coupons may be the cause. It is looked for in smaller
 * batches, each sent only once the one before was shown not to be applied (I3). Opening and closing sends are one coupon: nothing else can
 * be tried with them. A coupon that is sent once more gets no further try: it failed often enough, and the others wait for it.
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

/** When to look again: every so often, and right when D has passed. */
const nextReadingAt = (m: Machine, fase: In<'UNKNOWN'>, mono: Mono): Mono =>
  mono < fase.vence ? Math.min(mono + getPause(m), fase.vence) : mono + getPause(m);

/** The list after a first send without an answer, or with a refusal: who is new in it? */
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
    // The service had no list before this send, and refused the send: that it still has none is an answer.
    const isWithoutList = list.refused === true && m.base?.ids.size === 0;
    return list.completa || isWithoutList ? diagnose(m, fase, mono) : withPhase(m, fase);
  }
  if (candidates.length > 0)
    return withPhase(m, { ...fase, candidatas: candidates, leida: list.completa ? mono : fase.leida });
  if ((!list.completa && list.refused !== true) || mono < fase.vence)
    return withPhase(m, waitingForFirst(m, fase, mono));
  // A list that is not there is no evidence that the send is not (I5).
  if (list.refused === true) return requestDecision(m, mono, { tipo: 'primero_incierto', candidatas: [] });
  return withoutTrace(m, mono, []);
}

const waitingForFirst = (m: Machine, fase: In<'UNKNOWN'>, mono: Mono): Phase => ({
  ...fase,
  candidatas: [],
  hasta: nextReadingAt(m, fase, mono),
});

/** Whose the new ones are. Ours by marker: adopt the lower, delete the others. By content alone a person decides (I6). */
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
  // The refusal is itself an answer: what is not proven ours says nothing against it. But only a whole list says that it is all (I5).
  if (fase.state === 'REFUSED') {
    return fase.completa ? diagnose(m, fase, mono) : withPhase(m, { ...fase, candidatas: [] });
  }
  const inDoubt = [...de('igual'), ...de('invisible'), ...de('mezclada')].sort(compareIds);
  if (fase.leida < fase.vence || mono < fase.vence) return withPhase(m, waitingForFirst(m, fase, mono));
  const waiting = de('invisible').length > 0 ? waitForRows(m, fase, mono) : undefined;
  return waiting ?? withoutTrace(m, mono, inDoubt);
}

/** D has passed, the list was read complete, and nothing in it is proven ours. */
function withoutTrace(m: Machine, mono: Mono, inDoubt: readonly string[]): Step {
  // Also for a file of one coupon: half applied it is an open one, which not every list shows.
  if (inDoubt.length > 0 || m.aprendido.lista !== true) {
    return requestDecision(m, mono, { tipo: 'primero_incierto', candidatas: inDoubt });
  }
  return notAppliedByDeadline(m, mono);
}
