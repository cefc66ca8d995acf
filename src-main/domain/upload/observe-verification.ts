import type { Conciliacion } from '../conciliacion.ts';
import { getCounts, covers, explains, isSameHeader, sumOf } from './count.ts';
import { DELETING_MS, getPause, verifyPhase, type Phase, type Machine, type Mono } from './machine.ts';
import {
  findCandidatos,
  withEvents,
  withPhase,
  getOwner,
  isImported,
  requestDecision,
  type Owner,
  type Step,
} from './step.ts';
import type { StopCode, UploadEvent, Observation } from './types.ts';

type Verifying = Extract<Phase, { state: 'VERIFYING' }>;
const MAX_READINGS = 6;
const QUIET_READINGS = 3;

const stopUpload = (m: Machine, codigo: StopCode): Step => withPhase(m, { state: 'STOPPED', codigo });

/** Polls until the header is closed, covered, and the same in three readings that span `settledMs` (docs/upload.md, 6). */
export function onPolled(m: Machine, fase: Verifying, c: Conciliacion | undefined, mono: Mono): Step {
  const isExhausted = mono - fase.inicio >= m.ajustes.esperaMs;
  const pause = Math.max(100, m.ajustes.settledMs / 2);
  if (c === undefined) {
    return fase.absentReadings >= 2
      ? requestDecision(m, mono, { tipo: 'desaparecida', id: m.id ?? '' })
      : withPhase(m, { ...fase, absentReadings: fase.absentReadings + 1, quieto: null, hasta: mono + pause });
  }
  const list = isImported(c) && covers(c);
  const clave = JSON.stringify([getCounts(c), c.conciliados, c.sinConciliar, c.estado]);
  const quieto =
    list && fase.quieto?.clave === clave
      ? { ...fase.quieto, veces: fase.quieto.veces + 1 }
      : { clave, desde: mono, veces: 1 };
  if (list && quieto.veces >= QUIET_READINGS && mono - quieto.desde >= getQuietMs(m, c)) {
    return withPhase(m, { ...fase, paso: 'lista', absentReadings: 0, hasta: mono });
  }
  // The reconciliation is still open after all this time: its close was only half done. Closing it takes another coupon, so a person decides.
  if (isExhausted && !isImported(c)) return requestDecision(m, mono, { tipo: 'cierre_crecido', id: m.id ?? '' });
  if (isExhausted) return stopUpload(m, 'ESPERA_AGOTADA');
  // While the service works, it is polled a little slower each time: at most every five seconds.
  const espera = list ? pause : Math.min(5_000, Math.max(pause, (mono - fase.inicio) / 8));
  return withPhase(m, { ...fase, absentReadings: 0, quieto: list ? quieto : null, hasta: mono + espera });
}

/** How long to wait where counts or rows are too few. They may be late, and no coupon is called missing in a hurry. */
const getUnhurriedMs = ({ ajustes: { settledMs, esperaMs } }: Machine): number =>
  Math.max(settledMs, Math.min(5 * settledMs, esperaMs / 2));

/** How long the header must not change. */
const getQuietMs = (m: Machine, c: Conciliacion): number =>
  explains(getCounts(c), m.applied) ? m.ajustes.settledMs : getUnhurriedMs(m);

/** The list during the verification: looks for another reconciliation that could be a send of ours that arrived twice, or late. */
export function onListedWhileVerifying(
  m: Machine,
  fase: Verifying,
  { lista: list }: Extract<Observation, { tipo: 'lista' }>,
  mono: Mono,
): Step {
  // A whole list is needed, unless there is none and nothing has to be found in it: every first send was answered and nothing was deleted.
  const isDispensable = list.refused === true && !m.primeroPerdido && m.previous.length === 0;
  if (!list.completa && !isDispensable) return withPhase(m, { ...fase, hasta: mono + getPause(m) });
  const previous = list.conciliaciones.map((c) => c.id).filter((id) => m.previous.includes(id) && id !== m.id);
  const added = findCandidatos(m, list, m.primeraBase ?? undefined);
  // An id of the baseline may have been freed and given to a first send of ours without an answer. Only our marker can show that.
  const reused = m.primeroPerdido && m.marcador !== null ? findCandidatos(m, list, undefined) : [];
  const candidates = [...new Set([...added, ...reused, ...previous])].filter((id) => !m.discarded.includes(id));
  if (candidates.length > 0) return withPhase(m, { ...fase, paso: 'candidatas', candidatas: candidates, hasta: mono });
  return startReading(m, fase, [], mono);
}

/** The number of readings without progress. It never returns to 0, with which a verification begins. */
const countReadings = (fase: Verifying, isAdvancing: boolean): number => (isAdvancing ? 1 : fase.readings + 1);

/**
 * Decides about other reconciliations by their rows. One with our marker is deleted, after its own proof. One that shows no rows is waited for, and then
 * a person is asked. Equal content without a marker can be ours only where the service does not give markers back, which our own rows show.
 */
export function onOwnershipWhileVerifying(
  m: Machine,
  fase: Verifying,
  { porId: byId }: Extract<Observation, { tipo: 'pertenencia' }>,
  mono: Mono,
): Step {
  const ours = fase.candidatas.filter((id) => getOwner(byId[id], m.marcador) === 'nuestra');
  const countOf = (id: string): number => m.previous.filter((other) => other === id).length;
  // The service said that it deleted this reconciliation and still lists it, which may take a while. When that happens again and again, a
  // person decides.
  if (ours.some((id) => countOf(id) > 0) && mono - fase.inicio < DELETING_MS) {
    return withPhase(m, { ...fase, paso: 'lista', candidatas: [], hasta: mono + 2_000 });
  }
  const stubborn = ours.filter((id) => countOf(id) >= 3);
  if (stubborn.length > 0) return requestDecision(m, mono, { tipo: 'huerfana_incierta', ids: stubborn });
  if (ours.length > 0) return withEvents(m, mono, { kind: 'huerfanas', ids: ours });
  // A reconciliation of the first baseline is ours only if it has our marker.
  const propias = [...m.named, ...m.previous];
  const added = fase.candidatas.filter((id) => m.primeraBase?.has(id) !== true || propias.includes(id));
  const de = (owner: Owner): readonly string[] => added.filter((id) => getOwner(byId[id], m.marcador) === owner);
  const invisibles = de('invisible');
  if (invisibles.length > 0 && mono - fase.inicio < m.ajustes.patienceMs) {
    return withPhase(m, { ...fase, paso: 'lista', candidatas: [], hasta: mono + getPause(m) });
  }
  const isMarkerBack = (byId[m.id ?? '']?.marca ?? 0) > 0;
  // Where every first send was answered, reconciliations without rows are named in the result, and nobody is asked.
  const askable = m.primeroPerdido ? invisibles : invisibles.filter((id) => m.previous.includes(id));
  const relevant = [...de('mezclada'), ...askable, ...(isMarkerBack ? [] : de('igual'))];
  if (relevant.length > 0) return requestDecision(m, mono, { tipo: 'huerfana_incierta', ids: relevant });
  return startReading(m, fase, invisibles, mono);
}

/** Goes on to read the result. Notes the reconciliations that could not be proven either way, if they have changed. */
function startReading(m: Machine, fase: Verifying, sinProbar: readonly string[], mono: Mono): Step {
  const n: Machine = { ...m, fase: { ...fase, paso: 'leer', candidatas: [], hasta: mono } };
  return sinProbar.join() === m.sinProbar.join()
    ? { eventos: [], machine: n }
    : withEvents(n, mono, { kind: 'sin_probar', ids: sinProbar });
}

/**
 * A whole reading of the result, compared as multisets. One clean reading is enough. Any other outcome is believed only after two equal complete
 * readings; a result that keeps changing stops the upload. Rows that move between pages while they are read settle over several readings, as long
 * as each reading shows more.
 */
export function alLeer(
  m: Machine,
  fase: Verifying,
  { lectura, leido }: Extract<Observation, { tipo: 'lectura' }>,
  mono: Mono,
): Step {
  const { encabezado, quieto } = lectura;
  const isClean =
    quieto &&
    lectura.faltan === 0 &&
    lectura.sobran === 0 &&
    lectura.cuarentena === 0 &&
    explains(getCounts(encabezado), m.applied);
  // A row that was not understood may be a missing coupon: while there is one, no coupon is called missing (I5).
  const { existentes, error } = encabezado;
  const isBlind = lectura.cuarentena > 0 && lectura.faltan > existentes + error;
  const isRepeated = quieto && fase.huella === lectura.huella && !isBlind;
  if (!isClean && !isRepeated) {
    const isAdvancing = fase.faltan !== null && lectura.faltan < fase.faltan && mono - fase.inicio < m.ajustes.esperaMs;
    if (fase.readings >= MAX_READINGS && !isAdvancing)
      return stopUpload(m, isBlind ? 'RESPUESTA_INVALIDA' : 'LECTURA_INESTABLE');
    // The result has fewer rows than the header counts as matched and unmatched: the service is still writing them.
    const isStillToCome = lectura.filas < encabezado.conciliados + encabezado.sinConciliar;
    const earlier = m.lastReading?.lectura.encabezado;
    const hasMoved = !quieto || (earlier !== undefined && fase.huella !== null && !isSameHeader(earlier, encabezado));
    return withPhase(m, {
      ...fase,
      readings: countReadings(fase, isAdvancing),
      faltan: lectura.faltan,
      paso: hasMoved ? 'sondeo' : 'leer',
      quieto: null,
      huella: quieto ? lectura.huella : null,
      hasta: mono + Math.max(1_000, isStillToCome ? getUnhurriedMs(m) : m.ajustes.settledMs / 2),
    });
  }
  const leida: UploadEvent = { kind: 'leida', lectura, leido };
  const extra = Math.max(lectura.sobran, lectura.filas - m.applied, sumOf(getCounts(encabezado)) - m.applied, 0);
  if (extra > m.accepted) {
    return withEvents(m, mono, leida, {
      kind: 'decision_pedida',
      decision: { tipo: 'duplicacion', id: m.id ?? '', sobran: extra },
    });
  }
  return withEvents(m, mono, leida, needsAudit(m, fase) ? { kind: 'auditoria_pendiente' } : { kind: 'terminada' });
}

/** The late audit is done when this verification began after D had passed since the last lost answer (docs/upload.md, 7). */
const needsAudit = (m: Machine, fase: Verifying): boolean =>
  m.lastLoss !== null && fase.inicio < m.lastLoss + m.ajustes.patienceMs;

/** Reads header, list and result once more, after D has passed. */
export const startAudit = (m: Machine, mono: Mono): Step => withPhase(m, verifyPhase(mono, true));
