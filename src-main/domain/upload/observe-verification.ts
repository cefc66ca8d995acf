import type { Conciliacion } from '../conciliacion.ts';
import {
  getCounts,
  covers,
  isSameHeader,
  sumOf,
  findCandidatos,
  withEvents,
  withPhase,
  getOwner,
  isImported,
  requestDecision,
  type Owner,
  type Step,
} from './step.ts';
import { DELETING_MS, getPause, verifyPhase, type In, type Machine, type Mono } from './machine.ts';
import type { StopCode, UploadEvent, Seen } from './types.ts';

type Verifying = In<'VERIFYING'>;
/** How many readings of the result may prove nothing; one more stops the upload. */
const MAX_READINGS = 6;
/** If the upload has a marker, a result with both missing and surplus coupons is accepted once it was read again this many times. */
const PROVING_REPEATS = 3;
/** The result is read once this many readings of the header are equal. */
const QUIET_READINGS = 3;

const stopUpload = (m: Machine, code: StopCode): Step => withPhase(m, { state: 'STOPPED', codigo: code });

/** Waits for a header that is closed, has judged every new coupon (`covers`), and is equal in three readings over `getQuietMs` (docs/upload.md, 6). */
export function onPolled(m: Machine, phase: Verifying, c: Conciliacion | undefined, mono: Mono): Step {
  const isExhausted = mono - phase.inicio >= m.ajustes.esperaMs;
  const pause = Math.max(100, m.ajustes.settledMs / 2);
  if (c === undefined) {
    return phase.absentReadings >= 2
      ? requestDecision(m, mono, { tipo: 'desaparecida', id: m.id ?? '' })
      : withPhase(m, { ...phase, absentReadings: phase.absentReadings + 1, quieto: null, hasta: mono + pause });
  }
  const isDone = isImported(c) && covers(c);
  const key = JSON.stringify([getCounts(c), c.conciliados, c.sinConciliar, c.estado]);
  const still =
    isDone && phase.quieto?.clave === key
      ? { ...phase.quieto, veces: phase.quieto.veces + 1 }
      : { clave: key, desde: mono, veces: 1 };
  if (isDone && still.veces >= QUIET_READINGS && mono - still.desde >= getQuietMs(m, c)) {
    return withPhase(m, { ...phase, step: 'lista', absentReadings: 0, hasta: mono });
  }
  // The time is over and the reconciliation is still open although its closing coupon was sent. Closing it takes another coupon, so a person decides.
  if (isExhausted && !isImported(c)) return requestDecision(m, mono, { tipo: 'cierre_crecido', id: m.id ?? '' });
  if (isExhausted) return stopUpload(m, 'ESPERA_AGOTADA');
  // While the service still works, pause a little longer each time, up to five seconds.
  const wait = isDone ? pause : Math.min(5_000, Math.max(pause, (mono - phase.inicio) / 8));
  return withPhase(m, { ...phase, absentReadings: 0, quieto: isDone ? still : null, hasta: mono + wait });
}

/** How long a coupon may be late in counts or rows before it counts as missing. */
const getUnhurriedMs = ({ ajustes: { settledMs, esperaMs } }: Machine): number =>
  Math.max(settledMs, Math.min(5 * settledMs, esperaMs / 2));

const getQuietMs = (m: Machine, c: Conciliacion): number =>
  sumOf(getCounts(c)) === m.applied ? m.ajustes.settledMs : getUnhurriedMs(m);

export function onListedWhileVerifying(m: Machine, phase: Verifying, { lista: list }: Seen<'lista'>, mono: Mono): Step {
  if (!list.completa) {
    if (mono - phase.inicio >= m.ajustes.esperaMs) return stopUpload(m, 'LECTURA_INESTABLE');
    return withPhase(m, { ...phase, hasta: mono + getPause(m) });
  }
  const previous = list.conciliaciones.map((c) => c.id).filter((id) => m.previous.includes(id) && id !== m.id);
  const added = findCandidatos(m, list, m.firstBaseline ?? undefined);
  // The service may have reused an id of the first baseline for an unanswered first send, which only our marker can show.
  const reused = m.firstLost && m.marcador !== null ? findCandidatos(m, list, undefined) : [];
  const candidates = [...new Set([...added, ...reused, ...previous])].filter((id) => !m.discarded.includes(id));
  if (candidates.length > 0) return withPhase(m, { ...phase, step: 'candidatas', candidatas: candidates, hasta: mono });
  return startReading(m, phase, [], mono);
}

/**
 * Judges the rows of other reconciliations. Deletes a reconciliation with our marker, after a further proof. Waits for the rows of a reconciliation without
 * rows, then asks a person if an unanswered first send may have made it. Asks about equal content only if our own rows come back without markers.
 */
export function onOwnershipWhileVerifying(
  m: Machine,
  phase: Verifying,
  { porId: byId }: Seen<'pertenencia'>,
  mono: Mono,
): Step {
  const ours = phase.candidatas.filter((id) => getOwner(byId[id], m.marcador) === 'nuestra');
  const countOf = (id: string): number => m.previous.filter((other) => other === id).length;
  // A deleted reconciliation may stay listed for a while. If it keeps coming back, a person decides.
  if (ours.some((id) => countOf(id) > 0) && mono - phase.inicio < DELETING_MS) {
    return withPhase(m, { ...phase, step: 'lista', candidatas: [], hasta: mono + 2_000 });
  }
  const stubborn = ours.filter((id) => countOf(id) >= 3);
  if (stubborn.length > 0) return requestDecision(m, mono, { tipo: 'huerfana_incierta', ids: stubborn });
  if (ours.length > 0) return withEvents(m, mono, { kind: 'huerfanas', ids: ours });
  // Leaves out reconciliations of the first baseline, which can be ours only with our marker.
  const added = phase.candidatas.filter((id) => m.firstBaseline?.has(id) !== true || m.previous.includes(id));
  const addedOf = (owner: Owner): readonly string[] => added.filter((id) => getOwner(byId[id], m.marcador) === owner);
  const invisibles = addedOf('invisible');
  if (invisibles.length > 0 && mono - phase.inicio < m.ajustes.patienceMs) {
    return withPhase(m, { ...phase, step: 'lista', candidatas: [], hasta: mono + getPause(m) });
  }
  const isMarkerBack = (byId[m.id ?? '']?.marca ?? 0) > 0;
  // If every first send was answered, reconciliations without rows need no question; the result names them (`sinProbar`).
  const askable = m.firstLost ? invisibles : invisibles.filter((id) => m.previous.includes(id));
  const relevant = [...addedOf('mezclada'), ...askable, ...(isMarkerBack ? [] : addedOf('igual'))];
  if (relevant.length > 0) return requestDecision(m, mono, { tipo: 'huerfana_incierta', ids: relevant });
  return startReading(m, phase, invisibles, mono);
}

/** Begins to read the result, and records which reconciliations could not be proven ours or foreign, if that changed. */
function startReading(m: Machine, phase: Verifying, untested: readonly string[], mono: Mono): Step {
  const n: Machine = { ...m, fase: { ...phase, step: 'leer', candidatas: [], hasta: mono } };
  return untested.join() === m.sinProbar.join()
    ? { eventos: [], machine: n }
    : withEvents(n, mono, { kind: 'sin_probar', ids: untested });
}

/**
 * Judges a complete reading of the result, compared as multisets. One clean reading is enough; any other result must come twice in a row. Stops if the result
 * keeps changing. Also stops at a result with both missing and surplus coupons, because rows may have moved between pages during the reading or come back with
 * changed texts; but accepts such a result if the upload has a marker and reads the same several times.
 */
export function observeRead(m: Machine, phase: Verifying, { lectura, leido }: Seen<'lectura'>, mono: Mono): Step {
  const { encabezado, quieto } = lectura;
  const isClean =
    quieto &&
    lectura.faltan === 0 &&
    lectura.sobran === 0 &&
    lectura.cuarentena === 0 &&
    sumOf(getCounts(encabezado)) === m.applied;
  // With an unreadable row, no coupon counts as missing, because that row may be the coupon (I5).
  const { existentes, error } = encabezado;
  const isBlind = lectura.cuarentena > 0 && lectura.faltan > existentes + error;
  const equal = quieto && phase.huella === lectura.huella ? phase.equal + 1 : 0;
  // If one batch was stored twice and another lost, the counts agree. Markers prove it by showing the same doubled rows repeatedly.
  const isProven = m.marcador !== null && equal >= PROVING_REPEATS;
  const isContradictory = lectura.sobran > 0 && lectura.faltan > existentes + error && !isProven;
  const isRepeated = equal > 0 && !isBlind && !isContradictory;
  if (!isClean && !isRepeated) {
    if (phase.readings >= MAX_READINGS) return stopUpload(m, isBlind ? 'RESPUESTA_INVALIDA' : 'LECTURA_INESTABLE');
    // The header counts more rows than the result shows, so the service is still writing them.
    const isStillToCome = lectura.filas < encabezado.conciliados + encabezado.sinConciliar;
    const earlier = m.lastReading?.lectura.encabezado;
    const hasMoved = !quieto || (earlier !== undefined && phase.huella !== null && !isSameHeader(earlier, encabezado));
    return withPhase(m, {
      ...phase,
      readings: phase.readings + 1,
      step: hasMoved ? 'sondeo' : 'leer',
      quieto: null,
      huella: quieto ? lectura.huella : null,
      equal,
      hasta: mono + Math.max(1_000, isStillToCome ? getUnhurriedMs(m) : m.ajustes.settledMs / 2),
    });
  }
  const reading: UploadEvent = { kind: 'leida', lectura, leido };
  const extra = Math.max(lectura.sobran, lectura.filas - m.applied, sumOf(getCounts(encabezado)) - m.applied, 0);
  if (extra > m.accepted) {
    return withEvents(m, mono, reading, {
      kind: 'decision_pedida',
      decision: { tipo: 'duplicacion', id: m.id ?? '', sobran: extra },
    });
  }
  return withEvents(m, mono, reading, needsAudit(m, phase) ? { kind: 'auditoria_pendiente' } : { kind: 'terminada' });
}

/** Whether a further verification is needed, because the present one began within D (`patienceMs`) of the last lost answer (docs/upload.md, 7). */
const needsAudit = (m: Machine, phase: Verifying): boolean =>
  m.lastLoss !== null && phase.inicio < m.lastLoss + m.ajustes.patienceMs;

/** Begins the verification after D, which reads header, list and result once more. */
export const startAudit = (m: Machine, mono: Mono): Step => withPhase(m, verifyPhase(mono, true));
