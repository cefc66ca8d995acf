/** What each event does to the state of an upload (docs/upload.md). Longer than usual, because a reader compares the cases of all events. */
import { assertNever } from '../result.ts';
import {
  createMachine,
  getPause,
  getRestingPhase,
  getInitialSize,
  getUnknownPhase,
  type Machine,
  type Mono,
} from './machine.ts';
import { resolveDecision } from './decision.ts';
import type { Settings, LearnedFacts, Diagnosis, Sending, StopCode, UploadEvent } from './types.ts';

/** The state after an event. Deadlines begin when the event is applied (`mono`), so D starts anew when an upload is resumed (docs/upload.md, "D"). */
export function apply(m: Machine, event: UploadEvent, mono: Mono): Machine {
  switch (event.kind) {
    case 'congelada': {
      const settings = { ...m.ajustes, porTanda: event.porTanda ?? m.ajustes.porTanda };
      return {
        ...m,
        ajustes: settings,
        tamano: getInitialSize(settings, m.aprendido),
        total: event.total,
        marcador: event.marcador,
        numeros: event.numeros,
        fase: { state: 'FROZEN' },
      };
    }
    case 'reanudada':
      return resumeUpload(m, event.porTanda, mono);
    case 'base': {
      const ids = new Set(event.ids);
      return {
        ...m,
        base: { ids, desde: event.desde },
        firstBaseline: m.firstBaseline ?? ids,
        fase: { state: 'BASELINED' },
      };
    }
    case 'intento':
      return {
        ...m,
        ultima: { n: event.envio.n, desde: event.envio.desde, hasta: event.envio.hasta },
        fase: { state: 'ATTEMPT', envio: event.envio },
      };
    case 'perdida':
      return markLost(m, mono, event.status);
    case 'rechazo': {
      const sending = sendingOf(m);
      const { status, retryAfterMs, detalle } = event;
      return sending === null
        ? m
        : {
            ...m,
            fase: { state: 'REFUSED', envio: sending, status, retryAfterMs, detalle, candidatas: [], completa: false },
          };
    }
    case 'aplicado':
      return applyResult(m, event, mono);
    case 'no_aplicado':
      return applyNotApplied(m, event.diagnostico, mono);
    case 'aprendido': {
      const learned = {
        ...m.aprendido,
        // Keeps the fact that a list showed open reconciliations, because a later list may lag behind.
        lista: m.aprendido.lista === true ? true : (event.lista ?? m.aprendido.lista),
      };
      return { ...m, aprendido: learned, fase: getRestingPhase(m, mono) };
    }
    case 'reinicio':
      return restart({ ...m, motivo: event.motivo }, mono);
    case 'huerfanas': {
      const orphans = [...new Set([...m.huerfanas, ...event.ids])];
      return { ...m, huerfanas: orphans, fase: getRestingPhase({ ...m, huerfanas: orphans }, mono) };
    }
    case 'intento_borrar':
      return { ...m, deletions: m.deletions + 1, fase: { state: 'DELETE_ATTEMPT', id: event.id } };
    case 'borrado_perdido':
      return {
        ...m,
        losses: m.losses + 1,
        lastLoss: mono,
        fase: {
          state: 'DELETE_UNKNOWN',
          id: event.id,
          vence: mono + m.ajustes.patienceMs,
          hasta: mono + getPause(m),
        },
      };
    case 'borrada':
      return markDeleted(m, event.id, mono);
    case 'decision_pedida':
      return {
        ...m,
        fase: { state: 'NEEDS_DECISION', decision: event.decision, envio: sendingOf(m) ?? askedSendingOf(m) },
      };
    case 'decidida': {
      const resolved = resolveDecision(m, event.clave, mono);
      return resolved.evento === undefined ? resolved.machine : apply(resolved.machine, resolved.evento, mono);
    }
    case 'leida':
      return { ...m, lastReading: { lectura: event.lectura, leido: event.leido } };
    case 'filas_esperadas':
      return addWaited(m, event.ms, mono);
    case 'sin_probar':
      return { ...m, sinProbar: event.ids };
    case 'auditoria_pendiente':
      return {
        ...m,
        fase: { state: 'LATE_AUDIT', hasta: (m.lastLoss ?? mono) + m.ajustes.patienceMs },
      };
    case 'terminada':
      return { ...m, fase: { state: 'DONE' } };
    case 'abandonada':
      return { ...m, fase: { state: 'ABANDONED' } };
    default:
      return assertNever(event);
  }
}

/** The state of an upload from its events, for a process that has just started. */
export function fold(
  events: Iterable<UploadEvent>,
  known: { ajustes: Settings; aprendido: LearnedFacts; mono: Mono },
): Machine {
  let m = createMachine(known.ajustes, known.aprendido);
  for (const event of events) m = apply(m, event, known.mono);
  return m;
}

/** Prepares the state for a new process: counts a send without an outcome as a send whose answer was lost, and begins every wait again. */
function resumeUpload(m: Machine, porTanda: number | undefined, mono: Mono): Machine {
  const settings = { ...m.ajustes, porTanda: porTanda ?? m.ajustes.porTanda };
  const initial = getInitialSize(settings, m.aprendido);
  const size = m.division === null ? initial : Math.min(m.tamano, initial);
  // Keeps at most one DELETE of the count: it says that the id alone proves nothing any more; a higher count would stop the upload again at once.
  const deletions = Math.min(m.deletions, 1);
  const n = { ...m, ajustes: settings, renovado: false, waits: 0, notApplied: 0, deletions, tamano: size };
  if (m.fase.state === 'ATTEMPT') return markLost(n, mono);
  if (m.fase.state === 'DELETE_ATTEMPT') return apply(n, { kind: 'borrado_perdido', id: m.fase.id }, mono);
  // A baseline is valid only right before the first send, so the upload takes a new baseline if nothing was sent after it.
  const startsAgain = m.fase.state === 'STOPPED' || m.fase.state === 'BASELINED';
  return startsAgain ? { ...n, fase: getRestingPhase(n, mono) } : n;
}

function sendingOf(m: Machine): Sending | null {
  const phase = m.fase;
  return phase.state === 'ATTEMPT' || phase.state === 'REFUSED' || phase.state === 'UNKNOWN' ? phase.envio : null;
}

/** The send that the present question is about. A question that follows is about the same send. */
const askedSendingOf = ({ fase }: Machine): Sending | null => (fase.state === 'NEEDS_DECISION' ? fase.envio : null);

function addWaited(m: Machine, ms: number, mono: Mono): Machine {
  const { fase } = m;
  if (fase.state !== 'UNKNOWN') return m;
  const countedFrom = mono < fase.vence ? null : mono;
  return { ...m, fase: { ...fase, waitedMs: fase.waitedMs + ms, countedFrom } };
}

function markLost(m: Machine, mono: Mono, status?: number): Machine {
  const sending = sendingOf(m);
  if (sending === null) return m;
  return {
    ...m,
    losses: m.losses + 1,
    lastLoss: mono,
    firstLost: m.firstLost || sending.id === '0',
    fase: {
      ...getUnknownPhase(sending, mono, mono + m.ajustes.patienceMs),
      ...(status === undefined ? {} : { status }),
    },
  };
}

function applyResult(m: Machine, event: Extract<UploadEvent, { kind: 'aplicado' }>, mono: Mono): Machine {
  const sending = sendingOf(m) ?? askedSendingOf(m);
  if (sending === null) return m;
  const opens = sending.id === '0';
  const piece = m.division === null ? null : { ...m.division, mayor: Math.max(m.division.mayor, sending.cupones) };
  const isPieceDone = piece !== null && sending.hasta >= piece.hasta;
  const learned: LearnedFacts = {
    ...m.aprendido,
    tamano: isPieceDone ? piece.mayor : m.aprendido.tamano,
    numeros: sending.conNumeros ? m.numeros : m.aprendido.numeros,
    lista: opens && sending.tipo === 'primero' && event.prueba === 'marcador' ? true : m.aprendido.lista,
  };
  const n: Machine = {
    ...m,
    aprendido: learned,
    id: event.id,
    origen: opens ? getOrigin(event.prueba) : m.origen,
    deletions: opens ? 0 : m.deletions,
    huerfanas: [...m.huerfanas, ...event.huerfanas],
    nextSeq: Math.max(m.nextSeq, sending.hasta + 1),
    applied: m.applied + sending.cupones,
    tandas: m.tandas + 1,
    cerrada: sending.tipo === 'cierre' || sending.tipo === 'unico',
    rejectionsInARow: 0,
    renovado: false,
    waits: 0,
    notApplied: 0,
    division: isPieceDone ? null : piece,
    tamano: isPieceDone ? getInitialSize(m.ajustes, learned) : m.tamano,
  };
  const learns = sending.tipo === 'primero' && event.prueba === 'respuesta' && n.aprendido.lista === null;
  return { ...n, fase: learns ? { state: 'LEARNING' } : getRestingPhase(n, mono) };
}

const getOrigin = (test: Extract<UploadEvent, { kind: 'aplicado' }>['prueba']): Machine['origen'] =>
  test === 'encabezado' ? 'respuesta' : test;

function applyNotApplied(m: Machine, diagnosis: Diagnosis, mono: Mono): Machine {
  const sending = sendingOf(m) ?? askedSendingOf(m);
  if (sending === null) return m;
  const ready: Machine = { ...m, fase: getRestingPhase(m, mono) };
  switch (diagnosis.que) {
    case 'repetir':
      return { ...ready, notApplied: m.notApplied + 1 };
    case 'token':
      return { ...m, renovado: true, fase: { state: 'RENEWING' } };
    case 'espera':
      return { ...m, waits: m.waits + 1, fase: { state: 'WAITING', hasta: mono + diagnosis.ms } };
    case 'tamano':
      return { ...ready, tamano: diagnosis.tamano, division: m.division ?? { hasta: sending.hasta, mayor: 0 } };
    case 'numeros':
      return switchNumberForm(m, mono);
    case 'cupon':
      return dropCupon(m, diagnosis.seq, mono);
    case 'detener':
      return { ...m, fase: getStoppedPhase(m, diagnosis.codigo) };
    default:
      return assertNever(diagnosis);
  }
}

function getStoppedPhase(m: Machine, code: StopCode): Machine['fase'] {
  const hasFailed = m.fase.state === 'UNKNOWN' && m.fase.status !== undefined;
  return hasFailed ? { state: 'STOPPED', codigo: code, envio: m.fase.envio } : { state: 'STOPPED', codigo: code };
}

/** Sends the coupons again with their number fields as JSON numbers, as a new generation: a recorded send is never changed (I4). */
function switchNumberForm(m: Machine, mono: Mono): Machine {
  const n: Machine = { ...m, numeros: 'numero', triedNumbers: true, renovado: false };
  return n.id === null ? startGeneration(n, mono) : restart({ ...n, motivo: 'numeros' }, mono);
}

/** Leaves out a coupon that the service refused, or failed for, when it was sent alone. Goes back to whole batches, because their size was not the reason. */
function dropCupon(m: Machine, seq: number, mono: Mono): Machine {
  const n: Machine = {
    ...m,
    rejected: [...m.rejected, seq].sort((a, b) => a - b),
    notApplied: 0,
    rejectionsInARow: m.rejectionsInARow + 1,
    renovado: false,
    division: null,
    tamano: getInitialSize(m.ajustes, m.aprendido),
  };
  // JSON numbers did not help, so text is used again, unless a reconciliation exists or the service has proven that it takes numbers.
  const revertsNumbers = n.id === null && n.numeros === 'numero' && n.aprendido.numeros !== 'numero';
  return revertsNumbers ? startGeneration({ ...n, numeros: 'texto' }, mono) : { ...n, fase: getRestingPhase(n, mono) };
}

function startGeneration(m: Machine, mono: Mono): Machine {
  const n: Machine = {
    ...m,
    generacion: m.generacion + 1,
    base: null,
    id: null,
    origen: null,
    deletions: 0,
    nextSeq: 1,
    applied: 0,
    tandas: 0,
    ultima: null,
    cerrada: false,
    motivo: null,
    accepted: 0,
    // The last reading was of the reconciliation that this new generation replaces.
    lastReading: null,
    sinProbar: [],
    division: null,
    tamano: getInitialSize(m.ajustes, m.aprendido),
  };
  return { ...n, fase: getRestingPhase(n, mono) };
}

/** Begins again: first deletes the upload's own reconciliation, if there is one. After an unanswered send or DELETE, D passes first (docs/upload.md, 5). */
function restart(m: Machine, mono: Mono): Machine {
  if (m.id === null) return startGeneration(m, mono);
  const wait = m.lastLoss === null ? mono : Math.max(mono, m.lastLoss + m.ajustes.patienceMs);
  return { ...m, fase: { state: 'RESTARTING', id: m.id, step: 'espera', hasta: wait } };
}

function markDeleted(m: Machine, id: string, mono: Mono): Machine {
  const n: Machine = { ...m, previous: [...m.previous, id], huerfanas: m.huerfanas.filter((h) => h !== id) };
  if (id !== m.id) return { ...n, deletions: 0, fase: getRestingPhase(n, mono) };
  return startGeneration({ ...n, restarts: m.restarts + (m.motivo === 'numeros' ? 0 : 1) }, mono);
}
